import type { DoneEvent } from '../chat-event.ts';
import { readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isNamedText, isThinkingName } from './names.ts';
import { readStart, readToolState } from './own.ts';
import { readFinishReason, readUsage } from './read.ts';
import { readSources } from './vendor-sources.ts';
import { readSuggestions } from './suggestions.ts';
import { readTool } from './tools.ts';
import {
  type JsonObject,
  dropUndefined,
  isObject,
  readList,
  readNumber,
  readObject,
  readString,
} from '../json.ts';

/**
 * Reads frames that are named by `type`, by `event`, or by the SSE event: our own format, the token and done frames of
 * hand-written servers, and n8n's. `readError` reads errors before this.
 *
 * @example
 * readTyped(toFrame('{"type":"token","token":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 * readTyped(toFrame('{"content":"Hi"}', 'chunk')); // the same
 */
export function readTyped(frame: Frame): readonly FrameEvent[] | undefined {
  const { event, json } = frame;
  if (!isObject(json)) return undefined;
  const name = readString(json['type']) ?? readString(json['event']) ?? event;
  switch (name) {
    case 'start':
      // `messageId` is the AI SDK's name for an answer.
      return [readStart({ ...json, queryId: json['queryId'] ?? json['messageId'] })];
    // n8n: a further node of a workflow.
    case 'begin':
      return [{ type: 'finish' }, { type: 'unfinished' }];
    case 'sources':
    case 'sourceDocuments':
    case 'citations':
      return [
        { type: 'sources', sources: readSources(pickField(json, 'sources', 'citations', 'data', 'content')) },
      ];
    case 'token':
    case 'text':
    case 'content':
    case 'delta':
    case 'chunk':
    case 'item':
      return isNamedText(frame) ? readToken(pickText(json)) : [];
    // Sent by Flowise.
    case 'usedTools':
      return readList(json['data']).flatMap((tool) => readTool(readObject(tool), 'done'));
    case 'tool':
      return readTool(json, readToolState(json['state']));
    case 'take-back':
      return [{ type: 'take-back', length: readNumber(json['length']) ?? 0 }];
    case 'usage':
      return readTokenCounts(json['usage'] ?? json);
    case 'done':
    case 'complete':
      return [readDone(json)];
    case 'end':
      // In n8n, `end` closes one of several nodes, not the stream.
      return [{ type: 'finish', finishReason: 'other' }];
    default:
      if (isThinkingName(name)) return readReasoning(pickText(json));
      return readNamedTool(name, json);
  }
}

/** Reads the fields that close an answer, from a `done` frame or an answer in one JSON document. */
export function readDone(json: JsonObject): DoneEvent {
  const sources = pickField(json, 'sources', 'citations', 'search_results');
  const suggestions = readSuggestions(json['suggestions']);
  return dropUndefined<DoneEvent>({
    type: 'done',
    queryId: readString(json['queryId']),
    finishReason: readFinishReason(
      pickField(json, 'finishReason', 'finish_reason', 'done_reason', 'stopReason'),
    ),
    sources: Array.isArray(sources) ? readSources(sources) : undefined,
    quotaRemaining: readNumber(json['quotaRemaining']),
    usage: readUsage(json['usage'] ?? json),
    isUnsure: json['isUnsure'] === true || undefined,
    suggestions: suggestions.length > 0 ? suggestions : undefined,
  });
}

function pickText(json: JsonObject): unknown {
  return pickField(json, 'token', 'content', 'text', 'delta', 'data', 'thinking', 'reasoning', 'thought');
}

function pickField(json: JsonObject, ...keys: readonly string[]): unknown {
  const key = keys.find((name) => json[name] !== undefined && json[name] !== null);
  return key === undefined ? undefined : json[key];
}

/** Tool frames of hand-written servers, such as `tool_call` and `tool_result`. */
function readNamedTool(name: string | undefined, json: JsonObject): readonly FrameEvent[] | undefined {
  if (!/^(?:on_)?(?:tool|function)[_-]/.test(name ?? '')) return undefined;
  return readTool(json, /result|output|end|done|response|success/.test(name ?? '') ? 'done' : 'running');
}
