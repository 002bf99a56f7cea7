import { isObject, readList, readObject } from '../json.ts';
import { readReasoning, readToken } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  on_message_delta: ({ delta }) => readToken(readObject(delta)['content']),
  on_reasoning_delta: ({ delta }) =>
    readList(readObject(delta)['content']).flatMap((part) => readReasoning(readObject(part)['think'])),
  on_run_step: ({ stepDetails }) =>
    readList(readObject(stepDetails)['tool_calls']).flatMap((call) => readTool(readObject(call), 'running')),
  on_run_step_completed: ({ result }) => readTool(readObject(readObject(result)['tool_call']), 'done'),
};

/**
 * LibreChat's agents: `{"event":"on_message_delta","data":{"delta":{"content":[{"type":"text","text":"Hi"}]}}}`, tools in
 * `on_run_step` and `on_run_step_completed`. The last frame has `"final":true`; the answer that it repeats is skipped. Types
 * of `librechat-data-provider` 0.8.524, `StepEvents` and `Agents`.
 *
 * @example
 * readLibreChat(toFrame('{"final":true,"responseMessage":{"text":"Hi"}}')); // [{ type: 'end' }]
 */
export function readLibreChat({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  if (json['final'] === true && 'responseMessage' in json) return [{ type: 'end' }];
  return readByName(FRAMES, json['event'], readObject(json['data']));
}
