import { type JsonObject, isObject, readList, readObject } from '../json.ts';
import { readAnthropic, readBlock } from './anthropic.ts';
import { toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readContent } from './read.ts';
import { type FrameTable, readByName } from './read-by-name.ts';

const FRAMES: FrameTable = {
  // Each turn of the agent ends with a `message_stop`; only `result` ends the run.
  stream_event: ({ event }) =>
    (readAnthropic({ data: '', json: event }) ?? []).filter(
      ({ type }) => type !== 'end' && type !== 'finish',
    ),
  assistant: ({ message }) => readMessage(readObject(message)),
  user: ({ message }) => readList(readObject(message)['content']).flatMap(readResult),
  result: ({ is_error: isError, subtype }) =>
    isError === true ? toFailure(String(subtype)) : [{ type: 'end' }],
};

/**
 * Messages of the Claude Agent SDK. `assistant` and `user` have a complete message of Anthropic's API, `stream_event` has one
 * of its frames, `result` ends the run. Text of a subagent (`parent_tool_use_id`) is skipped. Types of
 * `@anthropic-ai/claude-agent-sdk` 0.3.332, `SDKMessage`.
 *
 * @example
 * readClaudeAgent(toFrame('{"type":"result","subtype":"success","session_id":"s","result":"Hi"}')); // [{ type: 'end' }]
 */
export function readClaudeAgent({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  const isResult = json['type'] === 'result' && 'subtype' in json;
  if (!('session_id' in json || json['type'] === 'stream_event' || isResult)) return undefined;
  const events = readByName(FRAMES, json['type'], json);
  return events && json['parent_tool_use_id'] ? [] : events;
}

/** A complete message. As a `snapshot`, so that text which its `stream_event` frames have brought is not added again. */
function readMessage({ id, content }: JsonObject): readonly FrameEvent[] {
  const text = readContent(content);
  const tools = readList(content).flatMap((part) => readBlock(readObject(part)));
  return [
    ...(text ? [{ type: 'snapshot', text, id: String(id), isWhole: true } as const] : []),
    ...tools.filter(({ type }) => type === 'tool'),
  ];
}

function readResult(part: unknown): readonly FrameEvent[] {
  return readBlock(readObject(part)).filter(({ type }) => type === 'tool');
}
