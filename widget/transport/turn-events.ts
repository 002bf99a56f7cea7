import type {
  ChatEvent,
  ContinuableEvent,
  DoneEvent,
  ErrorEvent,
  FinishReason,
  SourcesEvent,
  ToolEvent,
  Usage,
} from '../protocol/chat-event.ts';
import type { Source } from '../protocol/chat-message.ts';
import { MAX_SOURCES, MAX_TOOL_CHARACTERS } from '../protocol/limits.ts';
import type { EndFrame, TokenFrame, ToolFrame } from '../protocol/dialects/frame.ts';
import type { FrameEvent } from '../protocol/dialects/index.ts';
import type { AnswerText, TextEvent } from './answer-text.ts';

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
  #finishReason: FinishReason | undefined;
  #usage: Usage | undefined;
  #sources: readonly Source[] = [];
  #suggestions: readonly string[] = [];
  #threadId: string | undefined;
  /** Reads the text of all formats other than our Worker's. */
  #text: AnswerText | undefined;
  /** Whether text came that `#text` did not read. */
  #hasPlainText = false;
  readonly #tools = new Map<string, ToolEvent>();
  /** Ids of the tools that began in this step of the model. */
  #stepTools: string[] = [];
  /** Ids of the tools that the page has to run, unless the backend sends a result. */
  readonly #pageCallIds = new Set<string>();
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
    return this.#finishReason;
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
    const isWhole = !this.#marksEnd && (hasText || this.#hasFile || this.#hasQuestion);
    if (this.#finishReason) return this.accept([{ type: 'end' }]);
    return isWhole ? this.accept([{ type: 'done', isUnmarked: true }]) : [];
  }

  get #hasQuestion(): boolean {
    return [...this.#tools.values()].some(({ state }) => state === 'waiting');
  }

  #accept(frame: FrameEvent): void {
    if (frame.type === 'start' && frame.links?.resume) this.#position = 0;
    if (this.#position !== undefined) this.#position += 1;
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
        this.#stepTools = [];
        return this.#addTexts(this.#text?.startStep());
      case 'reset':
        this.#addTexts(this.#text?.resetStep());
        return this.#takeToolsBack();
      case 'tool':
        return this.#addTool(frame);
      case 'interrupt':
        return this.#push(frame);
      case 'sources':
        return this.#setSources(frame);
      case 'source':
        return this.#addSource(frame.source);
      case 'finish':
        // Keep `content-filter`: some backends send a second finish reason such as `stop` at the end of the run.
        if (this.#finishReason !== 'content-filter' || !frame.finishReason)
          this.#finishReason = frame.finishReason;
        return;
      case 'usage':
        this.#usage = { ...this.#usage, ...frame.usage };
        return;
      case 'suggestions':
        this.#suggestions = frame.suggestions;
        return;
      case 'thread':
        this.#threadId = frame.id;
        return;
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
        this.#endTools(frame);
        this.#isOver = true;
        this.#events.push(frame.type === 'error' ? frame : this.#toDone(frame));
    }
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

  /** Text after a finish reason shows that the model goes on: the reason is dropped. */
  #addAnswerText(events: readonly TextEvent[] = []): void {
    if (events.some(({ type }) => type === 'token')) this.#finishReason = undefined;
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

  /** A piece of input is only stored: it is sent with the next event about the same tool. */
  #addTool({ inputDelta, isForReader, ...news }: ToolFrame): void {
    if (isForReader) this.#pageCallIds.add(news.id);
    const known = this.#tools.get(news.id);
    const grown = typeof known?.input === 'string' ? known.input : '';
    const input =
      inputDelta === undefined ? {} : { input: (grown + inputDelta).slice(0, MAX_TOOL_CHARACTERS) };
    const tool: ToolEvent = { name: '', state: 'running', ...known, ...input, ...news };
    this.#tools.set(news.id, tool);
    if (!known) this.#stepTools.push(news.id);
    if (known && inputDelta !== undefined) return;
    this.#addTexts(this.#text?.endPart());
    this.#push(tool);
  }

  #takeToolsBack(): void {
    const tools = this.#stepTools;
    this.#stepTools = [];
    for (const id of tools) this.#tools.delete(id);
    if (tools.length > 0) this.#push({ type: 'take-back', length: 0, tools });
  }

  /** A call without a result is left to the page, where the format says so. Otherwise its outcome stays unknown. */
  #endTools(end: Terminal): void {
    const isAsked = end.type !== 'error' && this.#reasonOf(end) === 'tool-calls';
    for (const tool of this.#tools.values()) {
      if (tool.state !== 'running') continue;
      if (end.type === 'error') this.#addTool({ ...tool, state: 'failed' });
      else if (isAsked || this.#pageCallIds.has(tool.id)) this.#addTool({ ...tool, state: 'waiting' });
    }
  }

  #reasonOf(end: Terminal): FinishReason | undefined {
    return (end.type === 'done' && end.finishReason) || this.#finishReason;
  }

  #push(event: ContinuableEvent): void {
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

  #toDone(frame: Exclude<Terminal, ErrorEvent>): DoneEvent {
    const done: DoneEvent = frame.type === 'done' ? frame : { type: 'done' };
    const finishReason = this.#reasonOf(done);
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
