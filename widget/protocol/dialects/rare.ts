import type { Frame, FrameEvent, RareDialects } from './frame.ts';
import { readFirst } from './read-first.ts';

/**
 * What stands in every body of the formats in `rare-dialects.ts`, before its first word: names of fields, of frames and of SSE
 * events. Where it stands in another body, only a file is loaded for nothing.
 */
const MARK = new RegExp(
  [
    String.raw`"(?:jsonrpc|invocation_?id|task_id|message_id|executionId|responseMessage|candidates|promptFeedback|steps|session_id)"`,
    String.raw`"type"\s*:\s*"(?:response\.|(?:RUN|TEXT_MESSAGE|TOOL_CALL|REASONING|THINKING|SUBAGENT)_)`,
    String.raw`"(?:on_(?:message|reasoning|run)_|thread\.item\.|message\.output|tool\.execution|function\.call|conversation\.resp)`,
    String.raw`"(?:content|message|citation|tool-call|tool-plan)-(?:start|delta|end)"|"(?:message_start|content_block_|message_delta|stream_event)`,
    String.raw`"(?:message|contentBlock)(?:Start|Delta|Stop)"|"flow\w+Event"|"\w+Exception"|"progress_update"`,
    String.raw`"msg"\s*:\s*"process_|"chunk"\s*:\s*\{|"(?:responses|messages|outputs|chunks)"\s*:\s*\[`,
    String.raw`"(?:event_kind|generated_text|message_type|partial_item|is_generating|messageType|suggested_replies|reference|generation_chunk|add_message|chat_info|model\w+Event)"|"completion"|"function_call"`,
    String.raw`^event: ?(?:Message$|INFORM|PROGRESS_|TEXT_CHUNK|next|generating|complete$|response\.(?:status|text|thinking|tool)|search_results|generation_)`,
    String.raw`^[\da-k]:["{[]|^event: ?(?:chunks|messages|values|updates|data)`,
  ].join('|'),
  'im',
);

/** The longest mark, but for blanks in it. */
export const MAX_MARK_CHARACTERS = 40;

let rare: RareDialects | undefined;

/** Whether a text has a mark of a format whose dialect is not here yet. */
export function needsRare(text: string): boolean {
  return rare === undefined && MARK.test(text);
}

/** Loads the dialects of formats that few backends write. */
export async function loadRare(): Promise<RareDialects> {
  const { RARE } = await import('./rare-dialects.ts');
  setRare(RARE);
  return RARE;
}

/** From now on {@link readRare} knows these dialects, or none. */
export function setRare(loaded: RareDialects | undefined): void {
  rare = loaded;
}

/** The events of a frame that one of the dialects knows which were loaded. */
export function readRare(frame: Frame): readonly FrameEvent[] | undefined {
  return rare && readFirst(rare.dialects, frame);
}

/** Whether a frame is known to be of a format that marks its end. */
export function isAnnounced(frame: Frame): boolean {
  return rare?.isAnnounced(frame) === true;
}
