import { type JsonObject, parseJson, readObject } from '../json.ts';
import { toErrorEvent } from './error.ts';
import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readTool } from './tools.ts';

const LINE = /^[\da-k]:["{[]/;

/** How the value after each letter is read. Lines with other letters have nothing for visitors. */
const LINES: Readonly<Record<string, (value: unknown, json: JsonObject) => readonly FrameEvent[]>> = {
  '0': readToken,
  '3': (value) => [toErrorEvent({ error: value })],
  '9': (_, json) => readTool(json, 'running'),
  a: (_, json) => readTool(json, 'done'),
  b: (_, json) => readTool(json, 'running'),
  d: (_, json) => [...readFinish(json['finishReason'] ?? 'stop'), ...readTokenCounts(json['usage'])],
  f: () => [{ type: 'paragraph' }],
  g: readReasoning,
  h: readOneSource,
};

/**
 * A line of the AI SDK's data stream, version 1, as AI SDK 3 and 4 write it: a letter, a colon, JSON. `0:"Hi"` is text, `g`
 * thinking, `9` a tool's call and `a` its result, `h` a source, `3` an error, `d` the end.
 * https://v4.ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 *
 * @example
 * readDataStream(toFrame('0:"Hi"')); // [{ type: 'token', token: 'Hi' }]
 */
export function readDataStream({ event, data }: Frame): readonly FrameEvent[] | undefined {
  if (event !== undefined || !LINE.test(data)) return undefined;
  const value = parseJson(data.slice(2));
  // The line was cut.
  if (value === undefined) return [];
  return LINES[data.charAt(0)]?.(value, readObject(value)) ?? [];
}
