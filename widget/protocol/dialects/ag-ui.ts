import { type JsonObject, isObject, readList, readObject } from '../json.ts';
import { toErrorEvent } from './error.ts';
import {
  readFinish,
  readReasoning,
  readSourceList,
  readToken,
  readTokenCounts,
  toFailure,
} from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  TEXT_MESSAGE_START: readStart,
  TEXT_MESSAGE_CONTENT: readText,
  TEXT_MESSAGE_CHUNK: readText,
  REASONING_MESSAGE_CONTENT: ({ delta }) => readReasoning(delta),
  REASONING_MESSAGE_CHUNK: ({ delta }) => readReasoning(delta),
  THINKING_TEXT_MESSAGE_CONTENT: ({ delta }) => readReasoning(delta),
  TOOL_CALL_START: (json) => readTool(json, 'running'),
  TOOL_CALL_ARGS: (json) => readTool(json),
  TOOL_CALL_CHUNK: (json) => readTool(json),
  TOOL_CALL_RESULT: (json) => readTool(json, 'done'),
  SUBAGENT_STARTED: (json) => readTool(json, 'running'),
  SUBAGENT_FINISHED: (json) => readTool(json, 'done'),
  SUBAGENT_ERROR: (json) => readTool(json, 'failed'),
  CUSTOM: ({ name, value }) => (name === 'sources' || name === 'citations' ? readSourceList(value) : []),
  RUN_FINISHED: ({ outcome, usage }) => [
    ...readTokenCounts(readList(usage)[0]),
    ...readOutcome(readObject(outcome)),
  ],
  RUN_ERROR: (json) => [toErrorEvent(json)],
};

/**
 * AG-UI 1.0. `TEXT_MESSAGE_CONTENT` has `messageId` and `delta`, `TOOL_CALL_START` has `toolCallId` and `toolCallName`;
 * `RUN_FINISHED` or `RUN_ERROR` (`message`, `code`) ends the run. Text of a subagent (`subagentRunId`) is shown as thoughts. A
 * message whose start has another `role` than the assistant's is skipped. Other events, such as `STATE_DELTA`, have no text.
 * Types: `EventType` and its events in `@ag-ui/core` 1.0.0.
 *
 * @example
 * readAgUi(toFrame('{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Hi"}')); // [{ type: 'token', token: 'Hi', message: 'm' }]
 */
export function readAgUi({ json }: Frame): readonly FrameEvent[] | undefined {
  return isObject(json) ? readByName(FRAMES, json['type'], json) : undefined;
}

function readOutcome({ type, interrupts }: JsonObject): readonly FrameEvent[] {
  if (type === 'cancelled') return toFailure('the run was cancelled', 'truncated');
  const end = { type: 'end' } as const;
  if (type !== 'interrupt') return [end];
  return [...readList(interrupts).map(readObject).flatMap(readInterrupt), ...readFinish('tool_calls'), end];
}

/** An interrupt may concern a tool call that came earlier in the stream: then that call waits. */
function readInterrupt({ id, reason, message, toolCallId }: JsonObject): readonly FrameEvent[] {
  return readTool(toolCallId ? { toolCallId } : { id, name: reason, title: message }, 'waiting');
}

function readStart({ messageId, role }: JsonObject): readonly FrameEvent[] {
  if (isAnswerer(role)) return [{ type: 'paragraph' }];
  return typeof messageId === 'string' ? [{ type: 'echo', message: messageId }] : [];
}

function readText(json: JsonObject): readonly FrameEvent[] {
  const { delta, messageId, role, subagentRunId } = json;
  if (subagentRunId !== undefined) return readReasoning(delta);
  if (!isAnswerer(role)) return readStart(json);
  const [token] = readToken(delta);
  return token?.type === 'token' && typeof messageId === 'string'
    ? [{ ...token, message: messageId }]
    : readToken(delta);
}
