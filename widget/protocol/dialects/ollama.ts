import type { Frame, FrameEvent } from './frame.ts';
import { isObject, readContent, readFinishReason, readObject, readUsage, type JsonObject } from './read.ts';

/**
 * Ollama's own NDJSON: `/api/chat` with `message.content`, `/api/generate` with `response`; `done` says whether
 * it is the last line. https://github.com/ollama/ollama/blob/main/docs/api.md
 */
export function readOllama({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || typeof json['done'] !== 'boolean') return undefined;
  if (!isObject(json['message']) && typeof json['response'] !== 'string') return undefined;
  const message = readObject(json['message']);
  const thinking = readContent(message['thinking'] ?? json['thinking']);
  const text = readContent(message['content'] ?? json['response']);
  const events: FrameEvent[] = [];
  if (thinking) events.push({ type: 'reasoning', text: thinking });
  if (text) events.push({ type: 'token', token: text });
  if (json['done']) events.push(...readLastLine(json));
  return events;
}

function readLastLine(json: JsonObject): readonly FrameEvent[] {
  const finishReason = readFinishReason(json['done_reason']) ?? 'stop';
  const usage = readUsage({ input_tokens: json['prompt_eval_count'], output_tokens: json['eval_count'] });
  return [
    { type: 'finish', finishReason },
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
    { type: 'end' },
  ];
}
