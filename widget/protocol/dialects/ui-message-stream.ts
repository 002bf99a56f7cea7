import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readSuggestions } from './suggestions.ts';
import { readTool } from './tools.ts';
import { type JsonObject, isObject, pickString, readObject, readString } from '../json.ts';

const FRAMES: FrameTable = {
  'start-step': () => [{ type: 'step' }],
  'reset-step': () => [{ type: 'reset' }],
  'text-start': () => [{ type: 'paragraph' }],
  'text-delta': (json) => readToken(json['delta'] ?? json['text'] ?? json['textDelta']),
  'reasoning-delta': (json) => readReasoning(json['delta'] ?? json['text'] ?? json['textDelta']),
  'source-url': readOneSource,
  'source-document': readOneSource,
  source: (json) => readOneSource(json['source'] ?? json),
  file: readFile,
  'data-suggestions': ({ data }) => [{ type: 'suggestions', suggestions: readSuggestions(data) }],
  'tool-input-start': (json) => readTool(json, 'running'),
  'tool-input-delta': (json) => readTool(json),
  'tool-call-delta': (json) => readTool(json),
  'tool-input-available': readCall,
  'tool-input-error': (json) => readTool(json, 'failed'),
  'tool-output-available': (json) => readTool(json, json['preliminary'] === true ? 'running' : 'done'),
  'tool-output-error': (json) => readTool(json, 'failed'),
  'tool-output-denied': (json) => readTool(json, 'denied'),
  'tool-approval-request': (json) => (json['isAutomatic'] === true ? [] : readTool(json, 'waiting')),
  'tool-call': readCall,
  'tool-result': (json) => readTool(json, json['isError'] === true ? 'failed' : 'done'),
  'tool-error': (json) => readTool(json, 'failed'),
  finish: readFinishFrame,
  abort: (json) => toFailure(pickString(json, 'reason') || 'aborted by the server', 'truncated'),
  tripwire: (json) => toFailure(pickString(json, 'reason') || 'a tripwire', 'content-filtered'),
};

/**
 * AI SDK UI message stream, version 1: `text-delta` with `delta`, `tool-…` with `toolCallId`. `reset-step` (AI SDK 7) takes
 * back text and tools since `start-step`. There is no field for usage, so servers put it into the message's metadata. Parts of
 * the AI SDK's `fullStream`, and of Mastra's, have the same names, but with `text`, or with all fields under `payload`.
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol; types of `ai` 7.0.173, `UIMessageChunk`, and of `@mastra/core` 1.71.0,
 * `ChunkType`.
 *
 * @example
 * readUiMessageStream(toFrame('{"type":"text-delta","id":"1","delta":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readUiMessageStream({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  const name = readString(json['type']) ?? '';
  const known = readByName(FRAMES, name, isObject(json['payload']) ? json['payload'] : json);
  if (known) return known;
  return /^(?:tool|data|step)-/.test(name) ? [] : undefined;
}

/** A file; in a `fullStream` it has its content as base64 instead of an address. */
function readFile(json: JsonObject): readonly FrameEvent[] {
  const { url, mediaType, filename, base64 } = { ...json, ...readObject(json['file']) };
  const type = readString(mediaType) ?? '';
  const address = readString(url) ?? (base64 ? `data:${type};base64,${readString(base64)}` : '');
  const name = readString(filename);
  return [{ type: 'file', url: address, mediaType: type, ...(name && { name }) }];
}

/** A tool call. The page may have to run it; if the server runs it, the result comes in the same stream. */
function readCall(json: JsonObject): readonly FrameEvent[] {
  return readTool(json, 'running').map((tool) => ({ ...tool, isForReader: true }));
}

function readFinishFrame(json: JsonObject): readonly FrameEvent[] {
  const { usage, totalUsage } = readObject(json['messageMetadata']);
  const reason = json['finishReason'] ?? readObject(json['stepResult'])['reason'] ?? 'stop';
  const counts = usage ?? totalUsage ?? json['totalUsage'] ?? readObject(json['output'])['usage'];
  return [...readFinish(reason), ...readTokenCounts(counts)];
}
