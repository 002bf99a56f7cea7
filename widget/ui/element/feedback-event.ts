import type { ChatMessage } from '../../protocol/chat-message.ts';
import { ChatElementEvent } from './events.ts';

/**
 * The visitor's rating of an answer is about to be sent. Cancelable: the rating is neither sent nor stored.
 *
 * @example
 * chat.addEventListener('cf-ai-chat-feedback', ({ rating, comment, message }) => {
 *   track('rating', { rating, comment, id: message.id }); // { rating: -1, comment: 'Too long', id: '4f1a…' }
 * });
 */
export class CfAiChatFeedbackEvent extends ChatElementEvent {
  /** The answer. */
  readonly message: ChatMessage;
  /** 1: good, -1: bad. */
  readonly rating: 1 | -1;
  /** The visitor's comment; empty for a rating alone. */
  readonly comment: string;
  constructor(message: ChatMessage, rating: 1 | -1, comment: string) {
    super('cf-ai-chat-feedback', { cancelable: true });
    this.message = message;
    this.rating = rating;
    this.comment = comment;
  }
}
