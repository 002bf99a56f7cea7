import { isObject, readObject } from '../json.ts';
import type { Frame, FrameEvent } from './frame.ts';

/**
 * Names that only formats with a mark of their end give to a frame: Coze's workflows (`Message`), Langflow, Salesforce Agentforce,
 * Snowflake, Vectara, Voiceflow.
 */
const NAMES =
  /^(?:Message|add_message|chat_info|completion|generation_chunk|INFORM|PROGRESS_INDICATOR|response\.(?:status|text\.delta|thinking\.delta|tool_use)|search_results|TEXT_CHUNK)$/;

/** The same of fields: Pydantic AI, Text Generation Inference, Letta, watsonx Assistant, Poe. */
const FIELDS = ['event_kind', 'generated_text', 'message_type', 'partial_item', 'suggested_replies'];

/**
 * Whether a frame, whichever way its text is found, is of a format that marks its end.
 *
 * @example
 * isAnnounced(toFrame('{"message_type":"assistant_message","content":"Hi"}')); // true: `stop_reason` will come
 * isAnnounced(toFrame('{"content":"Hi"}')); // false
 */
export function isAnnounced({ event, json }: Frame): boolean {
  if (!isObject(json)) return false;
  const { type, event: name = type, code, data } = json;
  // GraphQL.
  if (event === 'next') return 'data' in json;
  // RAGFlow, whose last frame is `{"code":0,"data":true}`.
  if (code === 0 && 'reference' in readObject(data)) return true;
  return [event, name].some((one) => NAMES.test(String(one))) || FIELDS.some((field) => field in json);
}

/**
 * The last frames of some of these formats, which repeat the answer or say nothing: RAGFlow's `{"code":0,"data":true}`, `final_response`
 * of watsonx Assistant, `agent_run_result` of Pydantic AI.
 *
 * @example
 * readAnnouncedEnd(toFrame('{"code":0,"data":true}')); // [{ type: 'end' }]
 */
export function readAnnouncedEnd({ event, json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  // Snowflake says again what was thought, and at last all that was said.
  if (event === 'response.thinking') return [];
  const { code, content, data, event_kind: kind } = json;
  const isSaidAgain = event === 'response' && Array.isArray(content);
  const isEnd =
    isSaidAgain || (code === 0 && data === true) || 'final_response' in json || kind === 'agent_run_result';
  return isEnd ? [{ type: 'end' }] : undefined;
}
