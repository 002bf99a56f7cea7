import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Words } from '../words/words.ts';

/** Who has said a message: "You said:" or "Answer:", in the words of a language. */
export function speaker({ role }: ChatMessage, words: Words): string {
  return role === 'user' ? words.youSaid : words.assistantSaid;
}
