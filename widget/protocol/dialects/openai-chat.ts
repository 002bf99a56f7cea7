import { readFinish, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { readChunks, readSources } from './sources.ts';
import { readTool } from './tools.ts';
import { type JsonObject, isObject, readList, readObject } from '../json.ts';

/**
 * OpenAI chat completion chunks, and whole completions from servers that ignore `stream`.
 * Usage may ride on any frame; `choices` may be empty; thinking has two names; Perplexity and AI Search put sources
 * beside the choices. https://platform.openai.com/docs/api-reference/chat/streaming
 *
 * @example
 * readOpenAiChat(toFrame('{"choices":[{"delta":{"content":"Hi"},"finish_reason":"length"}]}'));
 * // [{ type: 'token', token: 'Hi' }, { type: 'finish', finishReason: 'length' }]
 */
export function readOpenAiChat({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !Array.isArray(json['choices'])) return undefined;
  const choice = readObject(readList(json['choices']).find(isFirstChoice));
  const delta = readObject(choice['delta'] ?? choice['message']);
  return [
    ...readSiblingSources(json, delta),
    ...readReasoning(delta['reasoning_content'] ?? delta['reasoning']),
    ...(isAnswerer(delta['role']) ? readToken(delta['content'] ?? delta['refusal'] ?? choice['text']) : []),
    ...readList(delta['tool_calls']).flatMap(readCall),
    ...readFinish(choice['finish_reason']),
    ...readTokenCounts(json['usage']),
  ];
}

/** The pieces of an input that follow have no id. */
function readCall(call: unknown): readonly FrameEvent[] {
  const { id, function: called } = readObject(call);
  return id ? readTool({ id, name: readObject(called)['name'] }, 'running') : [];
}

function isFirstChoice(choice: unknown): boolean {
  return (readObject(choice)['index'] ?? 0) === 0;
}

/**
 * Azure on your data puts them into `delta.context.citations` (`title`, `url`, `filepath`, `content`), OpenRouter and OpenAI's
 * search models into `delta.annotations`. https://learn.microsoft.com/azure/ai-services/openai/references/on-your-data, "Citation";
 * https://openrouter.ai/docs/features/web-search
 */
function readSiblingSources(json: JsonObject, delta: JsonObject): readonly FrameEvent[] {
  const { citations = delta['annotations'] } = readObject(delta['context']);
  const sources = Array.isArray(json['chunks'])
    ? readChunks(json['chunks'])
    : readSources(json['search_results'] ?? json['citations'] ?? citations);
  return sources.length > 0 ? [{ type: 'sources', sources }] : [];
}
