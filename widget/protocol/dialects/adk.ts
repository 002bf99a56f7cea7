import { isObject, pickString, readObject } from '../json.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { readGeminiContent, readGrounding } from './gemini.ts';
import { readTokenCounts, toFailure } from './events.ts';

/**
 * Events of Google's Agent Development Kit. Their parts are those of Gemini. Text comes in pieces while `partial` is true,
 * then the whole text comes again. The repeated text ends the answer, if it has no tool call and no other agent continues.
 * Types of `@google/adk` 2.0.0, `Event` and `LlmResponse`.
 *
 * @example
 * readAdk(toFrame('{"invocationId":"i","partial":true,"content":{"role":"model","parts":[{"text":"Hi"}]}}'));
 * // [{ type: 'finish' }, { type: 'token', token: 'Hi' }]: more text follows
 */
export function readAdk({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !('invocationId' in json || 'invocation_id' in json)) return undefined;
  const message = pickString(json, 'errorMessage', 'errorCode', 'error_message', 'error_code');
  if (message) return toFailure(message);
  const content = readObject(json['content']);
  if (json['author'] === 'user' || !isAnswerer(content['role'])) return readTools(content);
  const events = readGeminiContent(content);
  const counts = readTokenCounts(json['usageMetadata'] ?? json['usage_metadata']);
  if (json['partial'] === true) return [{ type: 'finish' }, ...events, ...counts];
  const text = events.map((event) => (event.type === 'token' ? event.token : '')).join('');
  const hasCall = events.some(({ type }) => type === 'tool');
  return [
    ...(text ? [{ type: 'snapshot', text, isWhole: true } as const] : []),
    ...events.filter(({ type }) => type === 'tool'),
    ...readGrounding(json),
    ...counts,
    { type: 'finish', ...(text && !hasCall && { finishReason: 'stop' as const }) },
  ];
}

/** Only tools: in events of the visitor, text is the visitor's own, but results of tools stand there too. */
function readTools(content: unknown): readonly FrameEvent[] {
  return readGeminiContent(content).filter(({ type }) => type === 'tool');
}
