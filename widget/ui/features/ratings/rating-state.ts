import type { ChatMessage } from '../../../protocol/chat-message.ts';

/** A rating of this page view. `asking`: the backend has a bad one, and a reason may follow. */
export interface RatingState {
  readonly rating: 1 | -1;
  readonly comment: string;
  readonly stage: 'sending' | 'asking' | 'thanked' | 'failed';
  /** The thumb that was pressed. */
  readonly thumb: HTMLElement;
}

/** What the form under a rating does with it. */
export interface RatingChanges {
  /** Sends a rating, or a comment on one. Resolves when that has ended, however it ended. */
  send(message: ChatMessage, given: Omit<RatingState, 'stage'>): Promise<void>;
  /** Notes how far a rating has come, and draws it. */
  set(message: ChatMessage, state: RatingState): void;
}
