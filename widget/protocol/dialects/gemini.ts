import { isObject, readList, readObject, readString } from '../json.ts';
import { readFinish, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';

/** Reasons for which an answer is withheld, beside those that say so in their name. */
const WITHHELD = /SAFETY|RECITATION|BLOCK|PROHIBITED|SPII|LANGUAGE/;

/**
 * Gemini's `streamGenerateContent?alt=sse`: a whole response with the next parts in each frame, and the reason in the
 * last one. https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse
 *
 * @example
 * readGemini(toFrame('{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}'));
 * // [{ type: 'token', token: 'Hi' }, { type: 'finish', finishReason: 'stop' }]
 */
export function readGemini({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  const feedback = readObject(json['promptFeedback']);
  if (!Array.isArray(json['candidates']) && feedback['blockReason'] === undefined) return undefined;
  const candidate = readObject(readList(json['candidates'])[0]);
  const counts = readObject(json['usageMetadata']);
  return [
    ...readList(readObject(candidate['content'])['parts']).flatMap(readPart),
    ...readReason(candidate['finishReason'] ?? feedback['blockReason']),
    ...readTokenCounts({
      input_tokens: counts['promptTokenCount'],
      output_tokens: counts['candidatesTokenCount'],
    }),
  ];
}

function readPart(part: unknown): readonly FrameEvent[] {
  const { text, thought } = readObject(part);
  return thought === true ? readReasoning(text) : readToken(text);
}

function readReason(reason: unknown): readonly FrameEvent[] {
  return readFinish(WITHHELD.test(readString(reason) ?? '') ? 'content-filter' : reason);
}
