import type { Conversation } from '../../conversation/conversation.ts';
import type { SessionTransport } from '../../transport/session-transport.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { Transport } from '../../protocol/transport.ts';
import type { ChatHost } from '../shell/chat-panel.ts';
import type { Words } from '../words/words.ts';

/**
 * What the service draws and does in the panel. Every `draw…` gives something to put into a template. As a transport, it
 * passes the bot check where one is needed.
 */
export interface Service extends Transport {
  /** The visitor has been told when to ask again, and it is not yet that time. */
  readonly isWaiting: boolean;
  /** Under a finished answer: the thumbs. */
  drawRating(message: ChatMessage): unknown;
  /** In the row that says what went wrong: the time to wait. */
  drawWait(): unknown;
  /** Above the composer: the bot check, and what is left of the allowance. */
  drawNotice(): unknown;
  /** Links the citations of answers that are drawn. Call after every drawing. */
  handleDrawn(): void;
}

/** What the service is given of the panel. */
export interface ServiceScene {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  readonly words: Words;
  readonly transport: SessionTransport;
  /** Where the panel is drawn. */
  readonly root: HTMLElement;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
}
