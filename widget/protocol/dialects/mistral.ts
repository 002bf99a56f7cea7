import { type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import { toErrorEvent } from './error.ts';
import { readFinish, readOneSource, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  'message.output.delta': readText,
  'message.output': readText,
  'tool.execution.started': (json) => readTool(json, 'running'),
  'tool.execution.delta': () => [],
  'tool.execution.done': ({ id, name }) => readTool({ id, name }, 'done'),
  'tool.execution': ({ id, name }) => readTool({ id, name }, 'done'),
  'function.call.delta': ({ tool_call_id: id, name }) => readTool({ id, name }, 'running'),
  'conversation.response.done': ({ usage }) => [
    ...readFinish('stop'),
    ...readTokenCounts(usage),
    { type: 'end' },
  ],
  'conversation.response.error': (json) => [toErrorEvent(json)],
};

/**
 * Mistral's conversations and agents. `message.output.delta` has text, or a reference to a page; `conversation.response.done`
 * ends the stream. Without streaming the same content stands in `outputs`. Types of `@mistralai/mistralai` 2.7.0,
 * `ConversationEvents` and `ConversationResponse`.
 *
 * @example
 * readMistral(toFrame('{"type":"message.output.delta","content":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readMistral({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  if (json['object'] !== 'conversation.response') return readByName(FRAMES, json['type'], json);
  const outputs = readList(json['outputs']).map(readObject);
  return [
    ...outputs.flatMap((entry) => readByName(FRAMES, entry['type'], entry) ?? []),
    ...readFinish('stop'),
    ...readTokenCounts(json['usage']),
  ];
}

function readText({ content }: JsonObject): readonly FrameEvent[] {
  const parts = readString(content) === undefined ? [content].flat() : [{ type: 'text', text: content }];
  return parts.flatMap((part) =>
    readObject(part)['type'] === 'tool_reference' ? readOneSource(part) : readToken(part),
  );
}
