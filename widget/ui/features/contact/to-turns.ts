import { type ChatMessage, textOf } from '../../../protocol/chat-message.ts';
import { speaker } from '../../base/speaker.ts';
import type { Words } from '../../words/words.ts';

/** Each message as text, under who said it; the oldest first. */
export function toTurns(messages: readonly ChatMessage[], words: Words): readonly string[] {
  return messages.map((message) => `${speaker(message, words)}\n${textOf(message).trim()}`);
}
