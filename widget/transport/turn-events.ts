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

/** What ends a turn. */
type Terminal = DoneEvent | ErrorEvent | EndFrame;

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
  #threadId: string | undefined;
  /** Of all formats but our Worker's. */
  #text: AnswerText | undefined;
  /** Text came that nothing else needs to read. */
  #hasPlainText = false;
  readonly #tools = new Map<string, ToolEvent>();
  /** Ids of the tools that began in this step of the model. */
  #stepTools: string[] = [];
  /** Ids of the tools that the reader has to run, unless a result comes. */
  readonly #callIds = new Set<string>();
  /** Messages that are none of the answerer's. */
  readonly #echoes = new Set<string>();
  /** The format marks its end. */
  #isMarked: boolean;
  #hasFile = false;
  #isPlain = false;
  /** The last piece of text, and where it stood in its frame. */
  #lastFrame: TokenFrame | undefined;
  #isOver = false;
  /** Events of the turn so far; undefined where nobody needs to know. */
  #position: number | undefined;

  /** `after`: the events of the turn that came over an earlier connection. */
  constructor(after?: number) {
    this.#position = after;
    this.#isMarked = after !== undefined;
  }

  /** True after `done` or `error`: nothing more will be said. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Why the model stopped, once it has: the answer is whole even if the body goes on or breaks. */
  get finishReason(): FinishReason | undefined {
    return this.#finishReason;
  }

  /**
   * The events of frames that arrived together.
   *
   * @param text what reads the texts of a turn; absent as long as all frames are our Worker's
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

  /** The events at the clean end of a body: `done`, or none where the format marks its end and has not. */
  end(): readonly ChatEvent[] {
    const hasText = this.#hasPlainText || this.#text?.hasText;
    const isWhole = !this.#isMarked && (hasText || this.#hasFile || this.#hasQuestion);
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
        return this.#say(this.#text?.addSnapshot(frame));
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
        // What a filter took stays taken, whatever the run says at its end.
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
        this.#isMarked = true;
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
        this.#isMarked = true;
        this.#push(frame);
        return;
      default:
        this.#addTexts(this.#text?.endPart());
        this.#endTools(frame);
        this.#isOver = true;
        this.#events.push(frame.type === 'error' ? frame : this.#toDone(frame));
    }
  }

  /** Our Worker has told thoughts apart, and the rest of an interrupted answer would lack a tag's beginning. */
  #addToken(frame: TokenFrame): void {
    const { token, message } = frame;
    if (message !== undefined && this.#echoes.has(message)) return;
    const last = this.#lastFrame;
    if (last && last.shape !== frame.shape && last.token === token) return;
    this.#lastFrame = frame;
    const reader = this.#position === undefined ? this.#text : undefined;
    if (reader) return this.#say(reader.addFrame(token));
    this.#hasPlainText = true;
    this.#say([{ type: 'token', token }]);
  }

  /** Whatever has finished goes on after all when there is more to say. */
  #say(events: readonly TextEvent[] = []): void {
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

  /** Pieces of an input are told with the next news about their tool. */
  #addTool({ inputDelta, isForReader, ...news }: ToolFrame): void {
    if (isForReader) this.#callIds.add(news.id);
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

  /** A call without a result is one that the reader has to run, where the format says so; else nobody knows what became of it. */
  #endTools(end: Terminal): void {
    const isAsked = end.type !== 'error' && this.#reasonOf(end) === 'tool-calls';
    for (const tool of this.#tools.values()) {
      if (tool.state !== 'running') continue;
      if (end.type === 'error') this.#addTool({ ...tool, state: 'failed' });
      else if (isAsked || this.#callIds.has(tool.id)) this.#addTool({ ...tool, state: 'waiting' });
    }
  }

  #reasonOf(end: Terminal): FinishReason | undefined {
    return (end.type === 'done' && end.finishReason) || this.#finishReason;
  }

  #push(event: ContinuableEvent): void {
    const position = this.#position;
    this.#events.push(position === undefined ? event : { ...event, position });
  }

  /** A document that is cited twice is one. */
  #addSource(source: Source): void {
    const key = JSON.stringify(source);
    const isKnown = this.#sources.some((known) => JSON.stringify(known) === key);
    const sources = [...this.#sources, source].slice(0, MAX_SOURCES);
    if (!isKnown) this.#setSources({ type: 'sources', sources });
  }

  /** Some services repeat the same list on every chunk. */
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
