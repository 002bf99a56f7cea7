import { readFinish, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isAnswerer } from './names.ts';
import { readChunks, readSources } from './vendor-sources.ts';
import { readTool } from './tools.ts';
import { type JsonObject, isObject, readList, readObject, readString } from '../json.ts';

/**
 * OpenAI chat completion chunks, and complete responses from servers that ignore `stream`. Usage may come in any frame;
 * `choices` may be empty; thinking stands under two names; Perplexity and AI Search put sources beside the choices.
 * https://platform.openai.com/docs/api-reference/chat/streaming
 *
 * @example
 * readOpenAiChat(toFrame('{"choices":[{"delta":{"content":"Hi"},"finish_reason":"length"}]}'));
 * // [{ type: 'token', token: 'Hi' }, { type: 'finish', finishReason: 'length' }]
 */
export function readOpenAiChat({ json }: Frame): readonly FrameEvent[] | undefined {
  const choice = readChoice(json);
  if (!choice) return undefined;
  const { body, delta } = choice;
  return [
    ...readSiblingSources(body, delta),
    ...readWords(choice),
    ...readList(delta['images']).flatMap(readImage),
    ...readList(delta['tool_calls']).flatMap(readCall),
    ...readEnd(choice),
  ];
}

/**
 * The model's text in such a chunk, without sources and tools: for callers that read those themselves.
 *
 * @example
 * readOpenAiWords(toFrame('{"citations":["https://a.example"],"choices":[{"delta":{"content":"Hi"}}]}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readOpenAiWords({ json }: Frame): readonly FrameEvent[] | undefined {
  const choice = readChoice(json);
  return choice && [...readWords(choice), ...readEnd(choice)];
}

/** A chunk with its first choice. `delta`: what the choice adds to the message. */
interface Choice {
  readonly body: JsonObject;
  readonly choice: JsonObject;
  readonly delta: JsonObject;
}

function readChoice(body: unknown): Choice | undefined {
  if (!isObject(body) || !Array.isArray(body['choices'])) return undefined;
  const choice = readObject(readList(body['choices']).find(isFirstChoice));
  return { body, choice, delta: readObject(choice['delta'] ?? choice['message']) };
}

function readWords({ choice, delta }: Choice): readonly FrameEvent[] {
  return [
    ...readReasoning(delta['reasoning_content'] ?? delta['reasoning'] ?? thoughtsOf(delta['content'])),
    ...(isAnswerer(delta['role']) ? readToken(delta['content'] ?? delta['refusal'] ?? choice['text']) : []),
  ];
}

function readEnd({ body, choice }: Choice): readonly FrameEvent[] {
  return [...readFinish(choice['finish_reason']), ...readTokenCounts(body['usage'])];
}

/** Thoughts of Mistral's models, which stand among the parts of the text. */
function thoughtsOf(content: unknown): unknown {
  return readList(content)
    .flatMap((part) => readObject(part)['thinking'] ?? [])
    .flat();
}

/** A picture in OpenRouter's format. */
function readImage(image: unknown): readonly FrameEvent[] {
  const url = readString(readObject(readObject(image)['image_url'])['url']);
  return url ? [{ type: 'file', url, mediaType: 'image/*' }] : [];
}

/** A tool call. Only its first piece has an id; later pieces of the input are not read here. */
function readCall(call: unknown): readonly FrameEvent[] {
  const { id, function: called } = readObject(call);
  return id ? readTool({ id, name: readObject(called)['name'] }, 'running') : [];
}

function isFirstChoice(choice: unknown): boolean {
  return (readObject(choice)['index'] ?? 0) === 0;
}

/**
 * Sources beside the text. Azure on your data puts them into `delta.context.citations` (`title`, `url`, `filepath`,
 * `content`), OpenRouter and OpenAI's search models into `delta.annotations`.
 * https://learn.microsoft.com/azure/ai-services/openai/references/on-your-data, "Citation";
 * https://openrouter.ai/docs/features/web-search
 */
function readSiblingSources(json: JsonObject, delta: JsonObject): readonly FrameEvent[] {
  const { citations = delta['annotations'] } = readObject(delta['context']);
  const sources = Array.isArray(json['chunks'])
    ? readChunks(json['chunks'])
    : readSources(json['search_results'] ?? json['citations'] ?? citations);
  return sources.length > 0 ? [{ type: 'sources', sources }] : [];
}
