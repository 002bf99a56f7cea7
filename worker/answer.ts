import { ChatError } from '../widget/protocol/chat-error.ts';
import type { DoneEvent, FinishReason, Usage } from '../widget/protocol/chat-event.ts';
import type { FrameEvent } from '../widget/protocol/dialects/frame.ts';
import { ThinkingFilter } from './thinking-filter.ts';

/** What the frames of one answer add up to. */
export class Answer {
  /** Nothing can follow. */
  isOver = false;
  readonly #filter = new ThinkingFilter();
  #canEndAnywhere = false;
  #hasText = false;
  #reason: FinishReason | undefined;
  #usage: Usage | undefined;

  /** Returns the answer's text in these frames. */
  take(frames: readonly FrameEvent[]): string {
    let text = '';
    for (const frame of frames) {
      if (frame.type === 'token') text += frame.token;
      else if (frame.type === 'paragraph' && (this.#hasText || text !== '')) text += '\n\n';
      else this.#note(frame);
    }
    const answer = this.#filter.push(text);
    this.#hasText ||= answer.trim() !== '';
    return answer;
  }

  #note(frame: FrameEvent): void {
    if (frame.type === 'finish' || frame.type === 'done') this.#reason = frame.finishReason ?? this.#reason;
    if (frame.type === 'usage' || frame.type === 'done') this.#usage = frame.usage ?? this.#usage;
    if (frame.type === 'end' || frame.type === 'done') this.isOver = true;
    if (frame.type === 'open-ended') this.#canEndAnywhere = true;
  }

  /** The event that ends this answer. Throws if it did not end well. */
  finish(): DoneEvent {
    const reason = this.#reason ?? (this.isOver || this.#canEndAnywhere ? 'stop' : 'error');
    if (reason === 'error') throw new ChatError('model-failed', 'the stream of the model broke off');
    if (reason === 'content-filter') throw new ChatError('content-filtered', 'the model refused to go on');
    if (!this.#hasText)
      throw new ChatError('empty-answer', `the model said nothing (finish reason ${reason})`);
    return { type: 'done', finishReason: reason, ...(this.#usage ? { usage: this.#usage } : {}) };
  }
}
