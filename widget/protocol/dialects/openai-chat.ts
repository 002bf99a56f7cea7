import type { Frame, FrameEvent } from './frame.ts';
import {
  isObject,
  readContent,
  readFinishReason,
  readList,
  readObject,
  readUsage,
  type JsonObject,
} from './read.ts';
import { readChunks, readSources } from './sources.ts';

/**
 * OpenAI chat completion chunks, and whole completions from servers that ignore `stream`.
 * Usage may ride on any frame; `choices` may be empty; thinking has two names; Perplexity and AI Search put sources
 * beside the choices. https://platform.openai.com/docs/api-reference/chat/streaming
 */
export function readOpenAiChat({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !Array.isArray(json['choices'])) return undefined;
  const usage = readUsage(json['usage']);
  return [
    ...readSiblingSources(json),
    ...readChoice(readObject(readList(json['choices']).find(isFirstChoice))),
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
  ];
}

function isFirstChoice(choice: unknown): boolean {
  return (readObject(choice)['index'] ?? 0) === 0;
}

function readChoice(choice: JsonObject): readonly FrameEvent[] {
  const delta = readObject(choice['delta'] ?? choice['message']);
  const thinking = readContent(delta['reasoning_content'] ?? delta['reasoning']);
  const text = readContent(delta['content'] ?? delta['refusal'] ?? choice['text']);
  const finishReason = readFinishReason(choice['finish_reason']);
  const events: FrameEvent[] = [];
  if (thinking) events.push({ type: 'reasoning', text: thinking });
  if (text) events.push({ type: 'token', token: text });
  if (finishReason) events.push(toFinish(finishReason));
  return events;
}

function toFinish(finishReason: NonNullable<ReturnType<typeof readFinishReason>>): FrameEvent {
  if (finishReason !== 'error') return { type: 'finish', finishReason };
  return { type: 'error', code: 'model-failed', message: 'the model ended with finish_reason error' };
}

function readSiblingSources(json: JsonObject): readonly FrameEvent[] {
  const { chunks, citations, search_results: results } = json;
  if (Array.isArray(chunks)) return [{ type: 'sources', sources: readChunks(chunks) }];
  const sources = readSources(results ?? citations);
  return sources.length > 0 ? [{ type: 'sources', sources }] : [];
}
