import type {
  ChatEvent,
  ContinuableEvent,
  DoneEvent,
  FinishReason,
  SourcesEvent,
  Usage,
} from '../protocol/chat-event.ts';
import type { Source } from '../protocol/chat-message.ts';
import { MAX_SOURCES } from '../protocol/limits.ts';
import type { FrameEvent } from '../protocol/dialects/index.ts';

/**
 * Turns the frames of one answer into the events of one turn: pieces of text that arrived together are one
 * token, and whatever a format sends at its end (a finish reason, usage, `[DONE]`, or nothing) becomes at
 * most one `done`.
 *
 * @example
 * const turn = new TurnEvents();
 * turn.accept([{ type: 'token', token: 'Hel' }, { type: 'token', token: 'lo' }]); // [{ type: 'token', token: 'Hello' }]
 * turn.accept([{ type: 'finish', finishReason: 'stop' }]); // []
 * turn.end(); // [{ type: 'done', finishReason: 'stop' }]
 */
export class TurnEvents {
  #events: ChatEvent[] = [];
  #finishReason: FinishReason | undefined;
  #usage: Usage | undefined;
  #sources: readonly Source[] = [];
  #suggestions: readonly string[] = [];
  #lastText = '';
  #isOpenEnded = false;
  #isOver = false;
  /** Events of the turn so far; undefined where nobody needs to know. */
  #position: number | undefined;

  /** `after`: the events of the turn that came over an earlier connection. */
  constructor(after?: number) {
    this.#position = after;
  }

  /** True after `done` or `error`: nothing more will be said. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Why the model stopped, once it has: the answer is whole even if the body goes on or breaks. */
  get finishReason(): FinishReason | undefined {
    return this.#finishReason;
  }

  /** The events of frames that arrived together. */
  accept(frames: readonly FrameEvent[]): readonly ChatEvent[] {
    for (const frame of frames) {
      if (this.#isOver) break;
      this.#accept(frame);
    }
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The events at the end of the body: `done`, or none when the answer was cut. */
  end(): readonly ChatEvent[] {
    return this.#finishReason || this.#isOpenEnded ? this.accept([{ type: 'end' }]) : [];
  }

  #accept(frame: FrameEvent): void {
    if (frame.type === 'start' && frame.links?.resume) this.#position = 0;
    if (this.#position !== undefined) this.#position += 1;
    switch (frame.type) {
      case 'token':
        return this.#addText(frame.token);
      case 'reasoning':
        return this.#addReasoning(frame.text);
      case 'paragraph':
        return this.#addText(/[^\n]$/.test(this.#lastText) ? '\n\n' : '');
      case 'sources':
        return this.#setSources(frame);
      case 'source':
        return this.#setSources({
          type: 'sources',
          sources: [...this.#sources, frame.source].slice(0, MAX_SOURCES),
        });
      case 'finish':
        this.#finishReason = frame.finishReason;
        return;
      case 'usage':
        this.#usage = { ...this.#usage, ...frame.usage };
        return;
      case 'suggestions':
        this.#suggestions = frame.suggestions;
        return;
      case 'open-ended':
        this.#isOpenEnded = true;
        return;
      case 'start':
        this.#push(frame);
        return;
      default:
        this.#isOver = true;
        this.#events.push(frame.type === 'error' ? frame : this.#toDone(frame));
    }
  }

  #addText(token: string): void {
    if (token === '') return;
    this.#lastText = token;
    const last = this.#events.at(-1);
    if (last?.type === 'token') this.#events.pop();
    this.#push({ type: 'token', token: last?.type === 'token' ? last.token + token : token });
  }

  #addReasoning(text: string): void {
    if (text === '') return;
    const last = this.#events.at(-1);
    if (last?.type === 'reasoning') this.#events.pop();
    this.#push({ type: 'reasoning', text: last?.type === 'reasoning' ? last.text + text : text });
  }

  #push(event: ContinuableEvent): void {
    const position = this.#position;
    this.#events.push(position === undefined ? event : { ...event, position });
  }

  /** Some services repeat the same list on every chunk. */
  #setSources(event: SourcesEvent): void {
    if (JSON.stringify(event.sources) === JSON.stringify(this.#sources)) return;
    this.#sources = event.sources;
    this.#push(event);
  }

  #toDone(frame: DoneEvent | { readonly type: 'end' }): DoneEvent {
    const done: DoneEvent = frame.type === 'done' ? frame : { type: 'done' };
    const finishReason = done.finishReason ?? this.#finishReason;
    const usage = this.#usage || done.usage ? { ...this.#usage, ...done.usage } : undefined;
    const suggestions = done.suggestions ?? this.#suggestions;
    return {
      ...done,
      ...(finishReason && { finishReason }),
      ...(usage && { usage }),
      ...(suggestions.length > 0 && { suggestions }),
    };
  }
}
