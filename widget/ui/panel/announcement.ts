import type { ConversationChange, ConversationState } from '../../conversation/state.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { toolLabel } from '../chat/parts/tool/tool-label.ts';
import { fill, type Strings } from '../strings/strings.ts';

/** Longest answer, in characters, that is read out completely. */
const MAX_SPOKEN_CHARACTERS = 400;

/**
 * The text to announce to screen readers after a change; undefined for none. The transcript itself is no live region, because
 * screen readers would repeat it with every token. Errors are announced through their alert role, and a finished answer
 * through {@link answerAnnouncement}.
 */
export function announcementFor(
  change: ConversationChange,
  state: ConversationState,
  strings: Strings,
): string | undefined {
  if (change.type === 'state') return state.status === 'submitted' ? strings.answering : undefined;
  if (change.type === 'stop') return strings.answerStopped;
  return change.type === 'error' || change.type === 'clear' ? '' : undefined;
}

/** The announcement of a tool that runs or waits for the answer; undefined where none does. */
export function toolAnnouncement(answer: ChatMessage, strings: Strings): string | undefined {
  const tools = answer.parts.filter((part) => part.type === 'tool');
  const tool = tools.findLast(({ state }) => state === 'running' || state === 'waiting');
  if (!tool) return undefined;
  const label = toolLabel(tool, answer, strings);
  return tool.state === 'waiting' ? `${label}: ${strings.toolWaiting}` : label;
}

/**
 * The announcement of a finished answer: a short answer itself, a longer one only by its length.
 *
 * @param text the answer as it is drawn
 * @param language BCP 47 tag of the answer, for counting its words
 */
export function answerAnnouncement(text: string, strings: Strings, language: string): string {
  if (text.length <= MAX_SPOKEN_CHARACTERS) return text;
  // In a script without spaces, characters are counted instead of words.
  const isInCharacters = /^(?:ja|zh)/.test(strings.locale);
  const count = isInCharacters
    ? countSegments(text, language, 'grapheme')
    : countSegments(text, language, 'word');
  return fill(strings.answerReady, { count });
}

function countSegments(text: string, language: string, granularity: 'grapheme' | 'word'): number {
  let count = 0;
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity }).segment(text)) {
    if (isWordLike ?? segment.trim() !== '') count++;
  }
  return count;
}
