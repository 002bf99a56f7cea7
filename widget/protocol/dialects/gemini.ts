import { type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import {
  readFinish,
  readOneSource,
  readReasoning,
  readSourceList,
  readToken,
  readTokenCounts,
} from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readTool } from './tools.ts';

/** Finish reasons that mean a withheld answer. */
const WITHHELD = /SAFETY|RECITATION|BLOCK|PROHIBITED|SPII|LANGUAGE/;

/**
 * Gemini's `streamGenerateContent?alt=sse`. Each frame is a complete response object with the next parts; the last frame has
 * the finish reason. https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse
 *
 * @example
 * readGemini(toFrame('{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}'));
 * // [{ type: 'token', token: 'Hi' }, { type: 'finish', finishReason: 'stop' }]
 */
export function readGemini({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  if (Array.isArray(json['steps']) && typeof json['status'] === 'string') return readInteraction(json);
  const feedback = readObject(json['promptFeedback']);
  if (!Array.isArray(json['candidates']) && feedback['blockReason'] === undefined) return undefined;
  const candidate = readObject(readList(json['candidates'])[0]);
  return [
    ...readGeminiContent(candidate['content']),
    ...readGrounding(candidate),
    ...readReason(candidate['finishReason'] ?? feedback['blockReason']),
    ...readTokenCounts(json['usageMetadata']),
  ];
}

/** An answer of the Interactions API, which is not streamed. Types of `@google/genai` 2.32.0, `Interaction`. */
function readInteraction({ steps, status, usage }: JsonObject): readonly FrameEvent[] {
  const parts = readList(steps).flatMap((step) => {
    const { type, content } = readObject(step);
    return type === 'model_output' ? readList(content) : [];
  });
  return [
    ...parts.flatMap(readToken),
    ...parts.flatMap((part) => readList(readObject(part)['annotations'])).flatMap(readOneSource),
    ...readFinish(status === 'failed' ? 'error' : 'stop'),
    ...readTokenCounts(usage),
  ];
}

/** The parts of a `Content`: text, thoughts, calls of functions and their results. */
export function readGeminiContent(content: unknown): readonly FrameEvent[] {
  return readList(readObject(content)['parts']).flatMap(readPart);
}

/** The pages on which an answer is grounded. */
export function readGrounding({ groundingMetadata: metadata }: JsonObject): readonly FrameEvent[] {
  const chunks = readList(readObject(metadata)['groundingChunks']);
  return readSourceList(
    chunks.map((chunk) => readObject(chunk)['web'] ?? readObject(chunk)['retrievedContext']),
  );
}

function readPart(part: unknown): readonly FrameEvent[] {
  const { text, thought, functionCall: call, functionResponse: result, ...others } = readObject(part);
  const { mimeType, data, fileUri } = readObject(others['inlineData'] ?? others['fileData']);
  const mediaType = readString(mimeType) ?? '';
  const url = readString(fileUri) ?? `data:${mediaType};base64,${readString(data) ?? ''}`;
  if (data ?? fileUri) return [{ type: 'file', url, mediaType }];
  if (call ?? result) return readTool(readObject(call ?? result), call ? 'running' : 'done');
  return thought === true ? readReasoning(text) : readToken(text);
}

function readReason(reason: unknown): readonly FrameEvent[] {
  return readFinish(WITHHELD.test(readString(reason) ?? '') ? 'content-filter' : reason);
}
