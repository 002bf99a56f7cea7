import type { Dialect, Frame, FrameEvent } from './frame.ts';
import { readFirst } from './own.ts';

/**
 * What stands in every body of the formats in `rare-dialects.ts`, before its first word: names of fields, of frames and of SSE
 * events. Where it stands in another body, only a file is loaded for nothing.
 */
const MARK = new RegExp(
  [
    String.raw`"(?:jsonrpc|invocation_?id|task_id|message_id|executionId|responseMessage|candidates|promptFeedback|steps)"`,
    String.raw`"(?:on_(?:message|reasoning|run)_|thread\.item\.|message\.output|tool\.execution|function\.call|conversation\.resp)`,
    String.raw`"(?:content|message|citation|tool-call|tool-plan)-(?:start|delta|end)"`,
    String.raw`"(?:message|contentBlock)(?:Start|Delta|Stop)"|"flow\w+Event"|"\w+Exception"|"progress_update"`,
    String.raw`"chunk"\s*:\s*\{|"(?:responses|messages|outputs)"\s*:\s*\[`,
    String.raw`^[\da-k]:["{[]|^event: ?(?:messages|values|updates|data)`,
  ].join('|'),
  'im',
);

/** The longest mark, but for blanks in it. */
export const MAX_MARK_CHARACTERS = 40;

let dialects: readonly Dialect[] = [];

/** Whether a text has a mark of a format whose dialect is not here yet. */
export function needsRare(text: string): boolean {
  return dialects.length === 0 && MARK.test(text);
}

/** Loads the dialects of formats that few backends write. */
export async function loadRare(): Promise<readonly Dialect[]> {
  const { RARE_DIALECTS } = await import('./rare-dialects.ts');
  addRare(RARE_DIALECTS);
  return RARE_DIALECTS;
}

/** From now on {@link readRare} knows these dialects. */
export function addRare(added: readonly Dialect[]): void {
  dialects = added;
}

/** The events of a frame that one of the dialects knows which were loaded. */
export function readRare(frame: Frame): readonly FrameEvent[] | undefined {
  return readFirst(dialects, frame);
}
