import type { ChatMessage } from '../../protocol/chat-message.ts';
import { ChatElementEvent } from './events.ts';

/**
 * The visitor wants to reach a human: a link to `contact-url` is about to be followed. Cancelable: the page then handles it,
 * for example with its own form or help desk.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-contact', (event) => {
 *   event.preventDefault();
 *   openTicket(event.text); // 'You said:\nWhere is my order?\n\nAnswer:\nOn its way.'
 * });
 */
export class CfAiChatContactEvent extends ChatElementEvent {
  /** Absolute URL of `contact-url`. */
  readonly url: string;
  /** The conversation so far. */
  readonly transcript: readonly ChatMessage[];
  /** The conversation as text, each message under its speaker. */
  readonly text: string;
  constructor(url: string, transcript: readonly ChatMessage[], text: string) {
    super('cf-ai-chat-contact', { cancelable: true });
    this.url = url;
    this.transcript = transcript;
    this.text = text;
  }
}
