import type { FinishReason, Usage } from '../chat-event.ts';
import { isAnswerer } from './names.ts';
import { dropUndefined, isObject, readNumber, readString, type JsonObject } from '../json.ts';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  complete: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stopped: 'stop',
  length: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  // The model paused and can be asked to continue, so the answer is incomplete as with a token limit.
  pause_turn: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  'content-filter': 'content-filter',
  content_filter: 'content-filter',
  refusal: 'content-filter',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  'tool-calls': 'tool-calls',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  tool_call: 'tool-calls',
  function_call: 'tool-calls',
  error: 'error',
  insufficient_system_resource: 'error',
};

/** Types of parts and messages whose content is text of the answer. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'output_text',
  'message',
  'ai',
  'AIMessage',
  'AIMessageChunk',
]);

/**
 * The text of a content field of any vendor: a string, a number, a list of text parts, or an object that
 * holds one. Parts of other types (thinking, tool calls, images) have no text. Undefined when the value
 * is no content at all.
 *
 * @example
 * readContent([{ type: 'text', text: 'Hel' }, { type: 'thinking', text: 'hm' }, 'lo']); // 'Hello'
 * readContent(true); // undefined
 */
export function readContent(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map((part) => readPart(part) ?? '').join('');
  return isObject(value) ? readPart(value) : readString(value);
}

function readPart(part: unknown): string | undefined {
  if (!isObject(part)) return readString(part);
  const { type, role } = part;
  if (!isAnswerer(role)) return undefined;
  if (type !== undefined && !TEXT_TYPES.has(type)) return undefined;
  return readContent(part['text'] ?? part['content'] ?? part['output'] ?? part['message']);
}

/**
 * Token counts under any vendor's names; undefined when there are none.
 *
 * @example
 * readUsage({ prompt_tokens: 12, completion_tokens: 3 }); // { inputTokens: 12, outputTokens: 3 }
 */
export function readUsage(value: unknown): Usage | undefined {
  // A quick exit: nearly every frame of a stream has no usage.
  if (!isObject(value)) return undefined;
  const usage = dropUndefined<Usage>({
    inputTokens: readCount(
      value,
      'inputTokens',
      'input_tokens',
      'prompt_tokens',
      'promptTokens',
      'prompt_eval_count',
      'promptTokenCount',
    ),
    outputTokens: readCount(
      value,
      'outputTokens',
      'output_tokens',
      'completion_tokens',
      'completionTokens',
      'eval_count',
      'candidatesTokenCount',
    ),
  });
  return Object.keys(usage).length > 0 ? usage : undefined;
}

function readCount(counts: JsonObject, ...keys: readonly string[]): number | undefined {
  return keys.map((key) => readNumber(counts[key])).find((count) => count !== undefined);
}

/**
 * Why the model stopped, from any vendor's word for it; undefined while it has not stopped.
 *
 * @example
 * readFinishReason('max_tokens'); // 'length'
 * readFinishReason('MALFORMED'); // 'other'
 * readFinishReason(null); // undefined
 */
export function readFinishReason(value: unknown): FinishReason | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return FINISH_REASONS[value.toLowerCase()] ?? 'other';
}
