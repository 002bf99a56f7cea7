import type { Frame, FrameEvent, RareDialects } from './frame.ts';
import { readFirst } from './read-first.ts';

/**
 * Matches every body of the formats in `rare-dialects.ts` before its first text: names of fields, of frames and of SSE events.
 * A match in a body of another format only loads a chunk that is not used.
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

/** The length of the longest match, blanks in it not counted. */
export const MAX_MARK_CHARACTERS = 40;

let rare: RareDialects | undefined;

/** Whether a text has a mark of a rare format and the dialects are not loaded yet. */
export function needsRare(text: string): boolean {
  return rare === undefined && MARK.test(text);
}

/** Loads the dialects of formats that few backends write. */
export async function loadRare(): Promise<RareDialects> {
  const { RARE } = await import('./rare-dialects.ts');
  setRare(RARE);
  return RARE;
}

/** Sets the dialects that {@link readRare} uses; undefined for none. */
export function setRare(loaded: RareDialects | undefined): void {
  rare = loaded;
}

/** The events of a frame that one of the loaded rare dialects reads. */
export function readRare(frame: Frame): readonly FrameEvent[] | undefined {
  return rare && readFirst(rare.dialects, frame);
}

/** Whether a loaded rare dialect recognises a frame as one of a format with an end mark. */
export function expectsEndMark(frame: Frame): boolean {
  return rare?.expectsEndMark(frame) === true;
}
