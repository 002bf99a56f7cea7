import type { ChatMessage } from '../../protocol/chat-message.ts';
import { ChatElementEvent } from './events.ts';

/**
 * The visitor wants to reach a human: a link to `contact-url` is about to be followed. Cancelable: the page then takes care of
 * it, for example with a form or a help desk of its own.
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
  /** The conversation as text, each message under who said it. */
  readonly text: string;
  constructor(url: string, transcript: readonly ChatMessage[], text: string) {
    super('cf-ai-chat-contact', { cancelable: true });
    this.url = url;
    this.transcript = transcript;
    this.text = text;
  }
}
