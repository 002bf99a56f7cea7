import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Words } from '../words/words.ts';

/** The note under a message that is not whole, such as "Not delivered."; empty for any other. */
export function noteOn({ role, status }: ChatMessage, words: Words): string {
  if (status === 'stopped') return words.stopped;
  if (status === 'truncated') return words.truncated;
  if (status !== 'failed') return '';
  return role === 'user' ? words.unsent : words.truncated;
}
