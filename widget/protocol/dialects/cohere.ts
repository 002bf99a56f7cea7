import { type JsonObject, isObject, readList, readObject } from '../json.ts';
import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  'content-start': readText,
  'content-delta': readText,
  'tool-plan-delta': (message) => readReasoning(message['tool_plan']),
  'tool-call-start': ({ tool_calls: call }) => {
    const { id, function: called } = readObject(call);
    return readTool({ id, ...readObject(called) }, 'running');
  },
  'citation-start': ({ citations }) =>
    readList(readObject(citations)['sources']).flatMap((source) => {
      const { id, document, tool_output: output } = readObject(source);
      return readOneSource({ id, ...readObject(document ?? output) });
    }),
};

/**
 * Cohere v2. `content-delta` has `delta.message.content.text` or `thinking`, `citation-start` has the documents cited at one
 * point of the text, `message-end` has `delta.finish_reason` and `delta.usage.tokens`. Types of `cohere-ai` 8.1.0,
 * `V2ChatStreamResponse`.
 *
 * @example
 * readCohere(toFrame('{"type":"content-delta","delta":{"message":{"content":{"text":"Hi"}}}}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readCohere({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  const delta = readObject(json['delta']);
  if (json['type'] !== 'message-end') return readByName(FRAMES, json['type'], readObject(delta['message']));
  const { error, finish_reason: reason, usage } = delta;
  if (error) return toFailure(String(error));
  const finish = [...readFinish(reason), ...readTokenCounts(readObject(usage)['tokens'])];
  return reason === 'TOOL_CALL' ? finish : [...finish, { type: 'end' }];
}

function readText({ content }: JsonObject): readonly FrameEvent[] {
  const { text, thinking } = readObject(content);
  return [...readReasoning(thinking), ...readToken(text)];
}
