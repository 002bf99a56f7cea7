import { isObject } from '../json.ts';
import { toErrorEvent } from './error.ts';
import { readOneSource, readReasoning, readToken } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  text_start: () => [{ type: 'paragraph' }],
  text_delta: ({ delta }) => readToken(delta),
  reasoning_delta: ({ delta }) => readReasoning(delta),
  tool_start: (json) => readTool(json, 'running'),
  tool_input_delta: (json) => readTool(json),
  tool_complete: (json) => readTool(json, json['success'] === false ? 'failed' : 'done'),
  source: readOneSource,
  execution_complete: () => [{ type: 'end' }],
  execution_error: (json) => [toErrorEvent(json)],
};

/**
 * Runtype, the service behind the chat Persona. Each frame has an `executionId` and a number `seq`. `text_complete` and
 * `turn_complete` repeat the text and are skipped. Types: `RuntypeExecutionStreamEvent` in `@runtypelabs/persona` 4.17.0.
 *
 * @example
 * readRuntype(toFrame('{"type":"text_delta","executionId":"e","id":"x","delta":"Hi","seq":1}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readRuntype({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || typeof json['executionId'] !== 'string' || typeof json['seq'] !== 'number')
    return undefined;
  return readByName(FRAMES, json['type'], json) ?? [];
}
