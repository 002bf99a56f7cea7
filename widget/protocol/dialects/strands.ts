import { type JsonObject, isObject, readObject, readString } from '../json.ts';
import { readFinish, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  // A new model message begins, for example after a tool call: the finish reason of the last one is cancelled.
  modelMessageStartEvent: () => [{ type: 'finish' }],
  modelContentBlockStartEvent: ({ start }) => readTool(readObject(start), 'running'),
  modelContentBlockDeltaEvent: ({ delta }) => readDelta(readObject(delta)),
  modelMessageStopEvent: ({ stopReason }) =>
    stopReason === 'toolUse' ? [{ type: 'finish' }] : readFinish(toSnake(stopReason)),
  modelMetadataEvent: ({ usage }) => readTokenCounts(usage),
  toolResultBlock: (json) => readTool(json, json['status'] === 'error' ? 'failed' : 'done'),
};

/**
 * Events of Strands Agents for TypeScript; those for Python are Bedrock's. Types of `@strands-agents/sdk` 1.16.0,
 * `models/streaming`.
 *
 * @example
 * readStrands(toFrame('{"type":"modelContentBlockDeltaEvent","delta":{"type":"textDelta","text":"Hi"}}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readStrands({ json }: Frame): readonly FrameEvent[] | undefined {
  return isObject(json) ? readByName(FRAMES, json['type'], json) : undefined;
}

function readDelta({ type, text }: JsonObject): readonly FrameEvent[] {
  if (type === 'textDelta') return readToken(text);
  return type === 'reasoningContentDelta' ? readReasoning(text) : [];
}

/** Converts Strands' `endTurn` to Bedrock's `end_turn`. */
function toSnake(name: unknown): string {
  return (readString(name) ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
