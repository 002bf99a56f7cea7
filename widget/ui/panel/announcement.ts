import type { ConversationChange, ConversationState } from '../../conversation/state.ts';
import { renderMarkdown } from '../../markdown/index.ts';
import { textOf } from '../../protocol/chat-message.ts';
import { fill, type Strings } from '../words/strings.ts';

/** The words to speak in, and the language (a BCP 47 tag) they are in. */
export interface SpokenIn {
  readonly strings: Strings;
  readonly language: string;
}

/** Characters up to which an answer is read out whole. */
const MAX_SPOKEN_CHARACTERS = 400;

/**
 * What the live region says after a change; undefined: nothing new. The transcript itself is not live:
 * screen readers would repeat it with every token. Errors speak for themselves through their alert role.
 */
export function announcementFor(
  change: ConversationChange,
  state: ConversationState,
  { strings, language }: SpokenIn,
): string | undefined {
  if (change.type === 'state') return state.status === 'submitted' ? strings.answering : undefined;
  if (change.type === 'stop') return strings.answerStopped;
  if (change.type === 'response-end') return spokenAnswer(textOf(change.message), strings, language);
  return change.type === 'error' || change.type === 'clear' ? '' : undefined;
}

function spokenAnswer(markdown: string, strings: Strings, language: string): string {
  // Markdown only shrinks when its syntax goes: far longer text needs no rendering to be known as too long.
  if (markdown.length <= 2 * MAX_SPOKEN_CHARACTERS) {
    const text = renderMarkdown(markdown).textContent.trim();
    if (text.length <= MAX_SPOKEN_CHARACTERS) return text;
  }
  return fill(strings.answerReady, { count: countWords(markdown, language) });
}

function countWords(text: string, language: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (isWordLike) count++;
  }
  return count;
}
