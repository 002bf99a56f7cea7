import type {
  ChatEvent,
  ContinuableEvent,
  DoneEvent,
  ErrorEvent,
  FinishReason,
  SourcesEvent,
} from '../protocol/chat-event.ts';
import type { Source } from '../protocol/chat-message.ts';
import { MAX_SOURCES } from '../protocol/limits.ts';
import type { EndFrame, TokenFrame, ToolFrame } from '../protocol/dialects/frame.ts';
import type { FrameEvent } from '../protocol/dialects/index.ts';
import type { AnswerText, TextEvent } from './answer-text.ts';
import { TurnOutcome } from './turn-outcome.ts';
import { TurnTools } from './turn-tools.ts';

/** The events and frames that end a turn. */
type Terminal = DoneEvent | ErrorEvent | EndFrame;

/**
 * Turns the frames of one answer into the events of one turn. Pieces of text that arrived together become one token.
 * At its end a format may send a finish reason, usage, `[DONE]`, or nothing; that becomes at most one `done`.
 *
 * @example
 * const turn = new TurnEvents();
 * turn.accept([{ type: 'token', token: 'Hel' }, { type: 'token', token: 'lo' }]); // [{ type: 'token', token: 'Hello' }]
 * turn.accept([{ type: 'finish', finishReason: 'stop' }]); // []
 * turn.end(); // [{ type: 'done', finishReason: 'stop' }]
 */
export class TurnEvents {
  #events: ChatEvent[] = [];
  readonly #outcome = new TurnOutcome();
  readonly #tools = new TurnTools();
  #sources: readonly Source[] = [];
  /** Reads the text of all formats other than our Worker's. */
  #text: AnswerText | undefined;
  /** Whether text came that `#text` did not read. */
  #hasPlainText = false;
  /** Ids of messages that repeat the visitor's words: their text is skipped. */
  readonly #echoes = new Set<string>();
  /** Whether the format marks its end. A body without that mark is then incomplete. */
  #marksEnd: boolean;
  #hasFile = false;
  #isPlain = false;
  /** The last frame with text. Some formats send the same text twice, at two positions in different frames. */
  #lastFrame: TokenFrame | undefined;
  #isOver = false;
  /** Number of events of the turn so far; undefined where the backend offers no continuation. */
  #position: number | undefined;

  /** `after`: how many events of the turn arrived over an earlier connection. */
  constructor(after?: number) {
    this.#position = after;
    this.#marksEnd = after !== undefined;
  }

  /** True after `done` or `error`: no further events follow. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Why the model stopped, once it has. From then on the answer is complete, even if the connection stays open or
   * breaks.
   */
  get finishReason(): FinishReason | undefined {
    return this.#outcome.finishReason;
  }

  /**
   * The events of frames that arrived together.
   *
   * @param text the reader of the turn's text; absent as long as all frames are our Worker's
   */
  accept(frames: readonly FrameEvent[], text?: AnswerText): readonly ChatEvent[] {
    this.#text ??= text;
    for (const frame of frames) {
      if (this.#isOver) break;
      this.#accept(frame);
    }
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The events at a clean end of the body: `done`, or none where the format marks its end and the mark is missing. */
  end(): readonly ChatEvent[] {
    const hasText = this.#hasPlainText || this.#text?.hasText;
    const isWhole = !this.#marksEnd && (hasText || this.#hasFile || this.#tools.isWaiting);
    if (this.finishReason) return this.accept([{ type: 'end' }]);
    return isWhole ? this.accept([{ type: 'done', isUnmarked: true }]) : [];
  }

  #accept(frame: FrameEvent): void {
    if (frame.type === 'start' && frame.links?.resume) this.#position = 0;
    if (this.#position !== undefined) this.#position += 1;
    if (this.#outcome.add(frame)) return;
    switch (frame.type) {
      case 'echo':
        this.#echoes.add(frame.message);
        return;
      case 'token':
        return this.#addToken(frame);
      case 'text':
        return this.#addTexts(this.#text?.add(frame.text));
      case 'snapshot':
        return this.#addAnswerText(this.#text?.addSnapshot(frame));
      case 'reasoning':
      case 'take-back':
        this.#addTexts(this.#text?.endPart());
        return this.#addTexts([frame]);
      case 'paragraph':
        return this.#addTexts(this.#text?.startParagraph());
      case 'step':
        this.#tools.startStep();
        return this.#addTexts(this.#text?.startStep());
      case 'reset':
        this.#addTexts(this.#text?.resetStep());
        return this.#push(this.#tools.takeStepBack());
      case 'tool':
        return this.#addTool(frame);
      case 'interrupt':
        return this.#push(frame);
      case 'sources':
        return this.#setSources(frame);
      case 'source':
        return this.#addSource(frame.source);
      case 'unfinished':
        this.#marksEnd = true;
        return;
      case 'plain':
        this.#isPlain = true;
        return;
      case 'blank':
        if (this.#isPlain) this.#addTexts(this.#text?.startParagraph());
        return;
      case 'file':
        this.#hasFile = true;
        this.#addTexts(this.#text?.endPart());
        return this.#push(frame);
      case 'start':
        this.#marksEnd = true;
        this.#push(frame);
        return;
      default:
        this.#addTexts(this.#text?.endPart());
        this.#end(frame);
    }
  }

  #end(frame: Terminal): void {
    const end = frame.type === 'error' ? frame : this.#outcome.toDone(frame);
    const isLeftToPage = end.type === 'done' && end.finishReason === 'tool-calls';
    const tools = this.#tools.end(end.type === 'error' ? 'failed' : isLeftToPage ? 'waiting' : undefined);
    for (const tool of tools) this.#addTool(tool);
    this.#isOver = true;
    this.#events.push(end);
  }

  /**
   * Thoughts in tags are not looked for in our Worker's text, nor in the rest of an answer, where the opening tag may
   * be missing.
   */
  #addToken(frame: TokenFrame): void {
    const { token, message } = frame;
    if (message !== undefined && this.#echoes.has(message)) return;
    const last = this.#lastFrame;
    if (last && last.shape !== frame.shape && last.token === token) return;
    this.#lastFrame = frame;
    const reader = this.#position === undefined ? this.#text : undefined;
    if (reader) return this.#addAnswerText(reader.addFrame(token));
    this.#hasPlainText = true;
    this.#addAnswerText([{ type: 'token', token }]);
  }

  #addAnswerText(events: readonly TextEvent[] = []): void {
    if (events.some(({ type }) => type === 'token')) this.#outcome.handleText();
    this.#addTexts(events);
  }

  #addTexts(events: readonly TextEvent[] = []): void {
    for (const event of events) {
      if (event.type === 'token') this.#joinToken(event.token);
      else if (event.type === 'reasoning') this.#joinReasoning(event.text);
      else this.#push(event);
    }
  }

  #joinToken(token: string): void {
    if (token === '') return;
    const last = this.#events.at(-1);
    if (last?.type === 'token') this.#events.pop();
    this.#push({ type: 'token', token: last?.type === 'token' ? last.token + token : token });
  }

  #joinReasoning(text: string): void {
    if (text === '') return;
    const last = this.#events.at(-1);
    if (last?.type === 'reasoning') this.#events.pop();
    this.#push({ type: 'reasoning', text: last?.type === 'reasoning' ? last.text + text : text });
  }

  #addTool(frame: ToolFrame): void {
    const tool = this.#tools.add(frame);
    if (!tool) return;
    this.#addTexts(this.#text?.endPart());
    this.#push(tool);
  }

  #push(event: ContinuableEvent | undefined): void {
    if (!event) return;
    const position = this.#position;
    this.#events.push(position === undefined ? event : { ...event, position });
  }

  /** A document that is cited twice is listed once. */
  #addSource(source: Source): void {
    const key = JSON.stringify(source);
    const isKnown = this.#sources.some((known) => JSON.stringify(known) === key);
    const sources = [...this.#sources, source].slice(0, MAX_SOURCES);
    if (!isKnown) this.#setSources({ type: 'sources', sources });
  }

  /** A list equal to the last one is skipped: some services repeat it in every chunk. */
  #setSources(event: SourcesEvent): void {
    if (JSON.stringify(event.sources) === JSON.stringify(this.#sources)) return;
    this.#sources = event.sources;
    this.#push(event);
  }
}
