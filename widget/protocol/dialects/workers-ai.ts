import type { Frame, FrameEvent } from './frame.ts';
import { isObject, readFinishReason, readString, readUsage } from './read.ts';

/**
 * Frames of `env.AI.run` with `stream: true`: `{response, p, usage, tool_calls}`. `response` is text, a number,
 * empty or null; in JSON mode an object. `p` is padding. The same frame closes some streams of OpenAI chunks.
 */
export function readWorkersAi({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !('response' in json || 'tool_calls' in json)) return undefined;
  const { response } = json;
  const text = isObject(response) ? JSON.stringify(response) : readString(response);
  const finishReason = readFinishReason(json['finish_reason']);
  const usage = readUsage(json['usage']);
  const events: FrameEvent[] = [];
  if (text) events.push({ type: 'token', token: text });
  if (finishReason) events.push({ type: 'finish', finishReason });
  if (usage) events.push({ type: 'usage', usage });
  return events;
}
