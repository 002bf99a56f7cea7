import type { ChatMessage } from '../../../protocol/chat-message.ts';

/** A rating given on this page. `asking`: the backend has received a bad rating, and the form asks for a reason. */
export interface RatingState {
  readonly rating: 1 | -1;
  readonly comment: string;
  readonly stage: 'sending' | 'asking' | 'thanked' | 'failed';
  /** The pressed thumb. */
  readonly thumb: HTMLElement;
}

/** What the form can do with a rating. */
export interface RatingChanges {
  /** Sends a rating, or a comment on one. Resolves when sending has ended in any way. */
  send(message: ChatMessage, given: Omit<RatingState, 'stage'>): Promise<void>;
  /** Sets the state of a rating, and redraws it. */
  set(message: ChatMessage, state: RatingState): void;
}
