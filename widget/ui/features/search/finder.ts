import { ChatError } from '../../../protocol/chat-error.ts';
import type { SearchResults } from '../../../protocol/search-results.ts';
import type { Clock } from '../../../transport/clock.ts';

/** The state of the search for the current text. */
export type Finding =
  /** `results` belong to the text before, until new ones arrive. */
  | { readonly status: 'searching'; readonly results?: SearchResults | undefined }
  | { readonly status: 'found'; readonly results: SearchResults }
  | { readonly status: 'failed'; readonly error: ChatError }
  /** There is no text, or no index. */
  | { readonly status: 'idle' };

const IDLE: Finding = { status: 'idle' };

/** Pause before a request: visitors type a letter every 100 to 200 ms, so a short pause saves requests unnoticed. */
const PAUSE_MS = 40;
/** Number of cached results, for visitors who delete letters. */
const KEPT = 50;

/** Searches while a visitor types. The result always belongs to the last text, in whatever order responses arrive. */
export class Finder {
  readonly #find: (text: string, signal: AbortSignal) => Promise<SearchResults | undefined>;
  readonly #draw: () => void;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #known = new Map<string, SearchResults>();
  #text = '';
  #finding: Finding = IDLE;
  #request: AbortController | undefined;
  #cancel: () => void = () => undefined;

  /** `find` resolves to undefined where there is no index. `draw` is called after each change. */
  constructor(
    find: (text: string, signal: AbortSignal) => Promise<SearchResults | undefined>,
    draw: () => void,
    clock: Pick<Clock, 'after'>,
  ) {
    this.#find = find;
    this.#draw = draw;
    this.#clock = clock;
  }

  get finding(): Finding {
    return this.#finding;
  }

  /** Searches for a text, unless it is the last one. */
  search(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#begin();
  }

  /** Searches again if the last search failed. */
  retry(): void {
    if (this.#finding.status === 'failed') this.#begin();
  }

  /** Aborts a running search. */
  stop(): void {
    this.#cancel();
    this.#request?.abort();
    if (this.#finding.status !== 'searching') return;
    this.#text = '';
    this.#finding = IDLE;
  }

  #begin(): void {
    this.#cancel();
    this.#request?.abort();
    const text = this.#text;
    const known = this.#known.get(text);
    if (text === '') this.#enter(IDLE);
    else if (known) this.#enter({ status: 'found', results: known });
    else {
      this.#enter({ status: 'searching', results: this.#shown });
      this.#cancel = this.#clock.after(PAUSE_MS, () => void this.#ask(text));
    }
  }

  async #ask(text: string): Promise<void> {
    const request = (this.#request = new AbortController());
    const finding = await this.#result(text, request.signal);
    if (!request.signal.aborted) this.#enter(finding);
  }

  async #result(text: string, signal: AbortSignal): Promise<Finding> {
    try {
      const results = await this.#find(text, signal);
      if (!results) return IDLE;
      this.#keep(text, results);
      return { status: 'found', results };
    } catch (error) {
      // A search module of the page may throw any value.
      const known =
        error instanceof ChatError ? error : new ChatError('internal', 'the search failed', { cause: error });
      return { status: 'failed', error: known };
    }
  }

  #keep(text: string, results: SearchResults): void {
    this.#known.set(text, results);
    const [oldest = ''] = this.#known.keys();
    if (this.#known.size > KEPT) this.#known.delete(oldest);
  }

  get #shown(): SearchResults | undefined {
    return 'results' in this.#finding ? this.#finding.results : undefined;
  }

  #enter(finding: Finding): void {
    this.#finding = finding;
    this.#draw();
  }
}
