import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Strings } from '../strings/strings.ts';

/** The speaker of a message, for screen readers and copied text: "You said:" or "Answer:". */
export function speakerLabel({ role }: ChatMessage, strings: Strings): string {
  return role === 'user' ? strings.youSaid : strings.assistantSaid;
}
