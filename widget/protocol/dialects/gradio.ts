import { isObject, readList, readObject, readString } from '../json.ts';
import { readFinish } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readContent } from './read.ts';

/** Added to the last outputs. */
const END: readonly FrameEvent[] = [...readFinish('stop'), { type: 'end' }];

/**
 * Gradio. A server may pass on the SSE of a call: `event: generating` has all outputs so far, `event: complete` the last ones.
 * It may also pass on the frames of the queue, whose partial outputs are diffs and are skipped, or the JSON of `run`. The
 * answer is the newest message of a chat history, or the first text.
 * https://www.gradio.app/guides/querying-gradio-apps-with-curl; `gradio/server_messages.py` of Gradio 5.
 *
 * @example
 * readGradio(toFrame('["Hi"]', 'generating')); // [{ type: 'snapshot', text: 'Hi' }]
 */
export function readGradio({ event, json }: Frame): readonly FrameEvent[] | undefined {
  if (Array.isArray(json) && event === 'generating') return readOutputs(json);
  if (Array.isArray(json) && event === 'complete') return [...readOutputs(json), ...END];
  if (!isObject(json)) return undefined;
  const { msg, output, success, data, is_generating: isGenerating } = json;
  if (typeof isGenerating === 'boolean' && Array.isArray(data))
    return [...readOutputs(data), ...(isGenerating ? [] : END)];
  if (typeof msg !== 'string' || !('event_id' in json || msg === 'close_stream')) return undefined;
  if (msg !== 'process_completed') return [];
  if (success === false) return [{ type: 'error', code: 'model-failed', message: 'the function has failed' }];
  return [...readOutputs(readObject(output)['data']), ...END];
}

function readOutputs(outputs: unknown): readonly FrameEvent[] {
  const list = readList(outputs);
  const history = list.findLast((output) => Array.isArray(output) && output.length > 0);
  const text = history ? readNewest(readList(history).at(-1)) : list.map(readString).find(Boolean);
  return text ? [{ type: 'snapshot', text }] : [];
}

/** The newest message of a history: `{role: "assistant", content}`, or, in older apps, a pair of question and answer. */
function readNewest(entry: unknown): string | undefined {
  if (Array.isArray(entry)) return readString(entry[1]);
  const { role, content } = readObject(entry);
  return role === 'assistant' ? readContent(content) : undefined;
}
