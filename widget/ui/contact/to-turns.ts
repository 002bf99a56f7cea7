import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import type { Words } from '../words/words.ts';

/** Each message as text, under who said it; the oldest first. */
export function toTurns(messages: readonly ChatMessage[], words: Words): readonly string[] {
  return messages
    .map((message) => ({ by: message.role === 'user' ? words.youSaid : words.assistantSaid, message }))
    .map(({ by, message }) => `${by}\n${textOf(message).trim()}`);
}
