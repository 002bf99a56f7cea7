import { isObject, pickString, readObject } from '../json.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { readGeminiContent, readGrounding } from './gemini.ts';
import { readTokenCounts, toFailure } from './events.ts';

/**
 * Events of Google's Agent Development Kit: parts as Gemini's, in pieces while `partial` is true, and then once more as a whole.
 * The whole without a tool's call is the last word, unless another agent goes on. Types of `@google/adk` 2.0.0, `Event` and
 * `LlmResponse`.
 *
 * @example
 * readAdk(toFrame('{"invocationId":"i","partial":true,"content":{"role":"model","parts":[{"text":"Hi"}]}}'));
 * // [{ type: 'finish' }, { type: 'token', token: 'Hi' }]: it goes on
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

/** Results of tools come in the visitor's name. */
function readTools(content: unknown): readonly FrameEvent[] {
  return readGeminiContent(content).filter(({ type }) => type === 'tool');
}
