import type { DoneEvent, FinishReason, Usage } from '../protocol/chat-event.ts';
import type {
  EndFrame,
  FinishFrame,
  SuggestionsFrame,
  ThreadFrame,
  UsageFrame,
} from '../protocol/dialects/frame.ts';
import type { FrameEvent } from '../protocol/dialects/index.ts';

/** The frames that some formats send before the end of a turn, and whose content belongs to its `done`. */
type OutcomeFrame = FinishFrame | UsageFrame | SuggestionsFrame | ThreadFrame;

/** Collects what the `done` of a turn reports: finish reason, usage, suggestions, and the backend's id of the conversation. */
export class TurnOutcome {
  #finishReason: FinishReason | undefined;
  #usage: Usage | undefined;
  #suggestions: readonly string[] = [];
  #threadId: string | undefined;

  get finishReason(): FinishReason | undefined {
    return this.#finishReason;
  }

  /** Call when text arrives: after a finish reason it shows that the model goes on, so the reason is dropped. */
  handleText(): void {
    this.#finishReason = undefined;
  }

  /** Stores the content of a frame; returns false for a frame of another kind. */
  add(frame: FrameEvent): frame is OutcomeFrame {
    switch (frame.type) {
      case 'finish':
        // Keep `content-filter`: some backends send a second finish reason such as `stop` at the end of the run.
        if (this.#finishReason !== 'content-filter' || !frame.finishReason)
          this.#finishReason = frame.finishReason;
        return true;
      case 'usage':
        this.#usage = { ...this.#usage, ...frame.usage };
        return true;
      case 'suggestions':
        this.#suggestions = frame.suggestions;
        return true;
      case 'thread':
        this.#threadId = frame.id;
        return true;
      default:
        return false;
    }
  }

  /** The `done` of a turn that ends with this frame. */
  toDone(end: DoneEvent | EndFrame): DoneEvent {
    const done: DoneEvent = end.type === 'done' ? end : { type: 'done' };
    const finishReason = done.finishReason || this.#finishReason;
    const usage = this.#usage || done.usage ? { ...this.#usage, ...done.usage } : undefined;
    const suggestions = done.suggestions ?? this.#suggestions;
    return {
      ...done,
      ...(finishReason && { finishReason }),
      ...(usage && { usage }),
      ...(suggestions.length > 0 && { suggestions }),
      ...(this.#threadId && { threadId: this.#threadId }),
    };
  }
}
