import { type JsonObject, isObject, pickString, readObject } from '../json.ts';
import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  messageStart: () => [],
  contentBlockStart: ({ start }) => readTool(readObject(readObject(start)['toolUse']), 'running'),
  contentBlockDelta: ({ delta }) => readDelta(readObject(delta)),
  contentBlockStop: () => [],
  messageStop: ({ stopReason }) => readFinish(stopReason),
  metadata: ({ usage }) => readTokenCounts(usage),
  flowOutputEvent: ({ content }) => readToken(readObject(content)['document']),
  flowTraceEvent: () => [],
  flowCompletionEvent: () => readFinish('stop'),
};

/** Bedrock's exceptions, such as `throttlingException`. The group matches those that mean a busy model. */
const EXCEPTIONS =
  /^(?:internalServer|modelStreamError|validation|(throttling|serviceUnavailable))Exception$/;

/**
 * Bedrock's `ConverseStream` as JSON, as a proxy passes it on. The only key names the frame, such as `contentBlockDelta` with
 * `delta.text`, `delta.reasoningContent` or `delta.citation`. After `messageStop` only `metadata` may follow. Bedrock's flows
 * have the same shape. Types of `@aws-sdk/client-bedrock-runtime` 3.1164.0, `ConverseStreamOutput`, and of
 * `@aws-sdk/client-bedrock-agent-runtime` 3.1164.0, `FlowResponseStream`.
 *
 * @example
 * readBedrock(toFrame('{"contentBlockDelta":{"delta":{"text":"Hi"}}}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readBedrock({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  const [name = '', ...others] = Object.keys(json);
  if (others.length > 0) return undefined;
  // Strands wraps each frame: `{"event":{"contentBlockDelta":…}}`.
  if (name === 'event') return readBedrock({ data: '', json: json[name] });
  const exception = EXCEPTIONS.exec(name);
  if (!exception) return readByName(FRAMES, name, readObject(json[name]));
  const code = exception[1] ? 'model-busy' : 'model-failed';
  return toFailure(pickString(readObject(json[name]), 'message') || name, code);
}

function readDelta({ text, reasoningContent, citation }: JsonObject): readonly FrameEvent[] {
  const { title, location } = readObject(citation);
  const web = readObject(readObject(location)['web']);
  return [
    ...readReasoning(readObject(reasoningContent)['text']),
    ...readToken(text),
    ...(citation ? readOneSource({ title, ...web }) : []),
  ];
}
