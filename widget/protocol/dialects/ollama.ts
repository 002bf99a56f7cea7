import { readFinish, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { readTool } from './tools.ts';
import { type JsonObject, isObject, readList, readObject } from '../json.ts';

/**
 * Ollama's own NDJSON: `/api/chat` with `message.content`, `/api/generate` with `response`; `done` says whether
 * it is the last line. https://github.com/ollama/ollama/blob/main/docs/api.md
 *
 * @example
 * readOllama(toFrame('{"message":{"content":"Hi"},"done":false}')); // [{ type: 'token', token: 'Hi' }]
 * readOllama(toFrame('{"done":true}')); // [{ type: 'finish', finishReason: 'stop' }, { type: 'end' }]
 */
export function readOllama({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || typeof json['done'] !== 'boolean') return undefined;
  // The last line may have no text: some proxies leave its empty message out.
  const isLast = json['done'] && ('done_reason' in json || 'model' in json || Object.keys(json).length === 1);
  if (!isLast && !isObject(json['message']) && typeof json['response'] !== 'string') return undefined;
  const message = readObject(json['message']);
  return [
    ...readReasoning(message['thinking'] ?? json['thinking']),
    ...(isAnswerer(message['role']) ? readToken(message['content'] ?? json['response']) : []),
    ...readList(message['tool_calls']).flatMap((call) =>
      readTool(readObject(readObject(call)['function']), 'running'),
    ),
    ...(json['done'] ? readLastLine(json) : []),
  ];
}

function readLastLine(json: JsonObject): readonly FrameEvent[] {
  return [...readFinish(json['done_reason'] ?? 'stop'), ...readTokenCounts(json), { type: 'end' }];
}
