import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Strings } from '../strings/strings.ts';

/** The note under a message that is incomplete, such as "Not delivered."; empty for any other message. */
export function statusNote({ role, status }: ChatMessage, strings: Strings): string {
  if (status === 'stopped') return strings.stopped;
  if (status === 'truncated') return strings.truncated;
  if (status !== 'failed') return '';
  return role === 'user' ? strings.unsent : strings.truncated;
}
