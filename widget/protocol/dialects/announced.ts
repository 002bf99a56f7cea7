import { isObject, readObject } from '../json.ts';
import type { Frame, FrameEvent } from './frame.ts';

/**
 * Frame names that occur only in formats with an end mark: Coze's workflows (`Message`), Langflow, Salesforce Agentforce,
 * Snowflake, Vectara, Voiceflow.
 */
const NAMES =
  /^(?:Message|add_message|chat_info|completion|generation_chunk|INFORM|PROGRESS_INDICATOR|response\.(?:status|text\.delta|thinking\.delta|tool_use)|search_results|TEXT_CHUNK)$/;

/** Fields that occur only in formats with an end mark: Pydantic AI, Text Generation Inference, Letta, watsonx Assistant, Poe. */
const FIELDS = ['event_kind', 'generated_text', 'message_type', 'partial_item', 'suggested_replies'];

/**
 * Whether a frame belongs to a format that marks its end, though its text is found by structure.
 *
 * @example
 * expectsEndMark(toFrame('{"message_type":"assistant_message","content":"Hi"}')); // true: `stop_reason` will come
 * expectsEndMark(toFrame('{"content":"Hi"}')); // false
 */
export function expectsEndMark({ event, json }: Frame): boolean {
  if (!isObject(json)) return false;
  const { type, event: name = type, code, data } = json;
  // GraphQL over SSE.
  if (event === 'next') return 'data' in json;
  // RAGFlow ends with `{"code":0,"data":true}`.
  if (code === 0 && 'reference' in readObject(data)) return true;
  return [event, name].some((one) => NAMES.test(String(one))) || FIELDS.some((field) => field in json);
}

/**
 * The last frames of some of these formats. They repeat the answer or have no text: RAGFlow's `{"code":0,"data":true}`,
 * `final_response` of watsonx Assistant, `agent_run_result` of Pydantic AI.
 *
 * @example
 * readEndMark(toFrame('{"code":0,"data":true}')); // [{ type: 'end' }]
 */
export function readEndMark({ event, json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  // Snowflake sends all thoughts again in `response.thinking`, and at the end all text in `response`.
  if (event === 'response.thinking') return [];
  const { code, content, data, event_kind: kind } = json;
  const isSaidAgain = event === 'response' && Array.isArray(content);
  const isEnd =
    isSaidAgain || (code === 0 && data === true) || 'final_response' in json || kind === 'agent_run_result';
  return isEnd ? [{ type: 'end' }] : undefined;
}
