import { readFinish, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isNamedText } from './names.ts';
import { isObject } from '../json.ts';

/** Fields that Workers AI may send beside `response` when that is an object, the answer of JSON mode. */
const FIELDS = /^(?:response|tool_calls|usage|p)$/;

/**
 * Frames of `env.AI.run` with `stream: true`: `{response, p, usage, tool_calls}`. `response` is text, a number, empty or null;
 * in JSON mode an object. `p` is padding. The same frame also ends some streams of OpenAI chunks.
 *
 * @example
 * readWorkersAi(toFrame('{"response":"Hi","p":"abcdef"}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readWorkersAi(frame: Frame): readonly FrameEvent[] | undefined {
  const { json } = frame;
  if (!isObject(json) || !('response' in json || 'tool_calls' in json) || !isNamedText(frame))
    return undefined;
  const { response } = json;
  if (isObject(response) && Object.keys(json).some((key) => !FIELDS.test(key))) return undefined;
  return [
    ...readToken(isObject(response) ? JSON.stringify(response) : response),
    ...readFinish(json['finish_reason']),
    ...readTokenCounts(json['usage']),
  ];
}
