import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Strings } from '../words/strings.ts';

/** Who has said a message: "You said:" or "Answer:", in the words of a language. */
export function speaker({ role }: ChatMessage, strings: Strings): string {
  return role === 'user' ? strings.youSaid : strings.assistantSaid;
}
