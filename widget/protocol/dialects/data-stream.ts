import { type JsonObject, parseJson, readObject } from '../json.ts';
import { toErrorEvent } from './error.ts';
import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { FrameEvent } from './frame.ts';
import { readTool } from './tools.ts';

/** What each letter says; all others say nothing for visitors. */
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
 * readDataLine('0:"Hi"'); // [{ type: 'token', token: 'Hi' }]
 */
export function readDataLine(line: string): readonly FrameEvent[] {
  const value = parseJson(line.slice(2));
  const letter = line.slice(0, 2).replace(':', '');
  if (value === undefined || !Object.hasOwn(LINES, letter)) return [];
  return LINES[letter]?.(value, readObject(value)) ?? [];
}

/**
 * Whether a body of lines begins with such a line. Undefined while `head` is too short to say.
 *
 * @example
 * isDataStream('0:"Hel'); // true
 * isDataStream('0'); // undefined: '0:"Hel' or a number
 * isDataStream('a: b'); // false
 */
export function isDataStream(head: string): boolean | undefined {
  if (/^[\da-k]$/.test(head)) return undefined;
  return /^[\da-k]:(?:$|["{[])/.test(head);
}
