import type { Token, TokensList } from 'marked';
import { FrameScheduler } from './frame-scheduler.ts';
import { MarkdownLexer, normalizeSource, toUnsafeHtml } from './lexer.ts';
import type { MarkdownPolicy } from './policy.ts';
import { leavesOpen, sanitizeHtml } from './sanitize.ts';

/** A stretch of the answer that renders on its own, and the nodes it became. */
interface Unit {
  readonly html: string;
  readonly nodes: readonly ChildNode[];
}

/**
 * Draws markdown into a container while it arrives. `push` takes pieces of any size; drawing happens once
 * per animation frame, or a little slower while the page is hidden. What it has drawn after `end()` equals
 * {@link renderMarkdown} of the whole text, node for node.
 */
export class MarkdownStream {
  /** Pipes text in: each chunk is pushed, closing ends the stream. An abort draws what has arrived. */
  readonly writable: WritableStream<string>;

  readonly #container: HTMLElement;
  readonly #policy: MarkdownPolicy;
  readonly #scheduler = new FrameScheduler(() => this.#draw());
  #source = '';
  #units: Unit[] = [];
  #isEnded = false;

  constructor(container: HTMLElement, policy: MarkdownPolicy = {}) {
    this.#container = container;
    this.#policy = policy;
    this.writable = new WritableStream<string>({
      write: (text) => this.push(text),
      close: () => this.end(),
      abort: () => this.flush(),
    });
  }

  /** Adds text. Throws a `TypeError` after `end` or `dispose`. */
  push(text: string): void {
    if (this.#isEnded) throw new TypeError('push after the markdown stream has ended');
    this.#source += text;
    this.#scheduler.request();
  }

  /** Draws everything received, as final. Further calls do nothing. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.flush();
  }

  /** Draws what has arrived now, without waiting for the frame. */
  flush(): void {
    this.#scheduler.cancel();
    this.#draw();
  }

  /** Ends the stream without drawing; what is drawn stays. */
  dispose(): void {
    this.#isEnded = true;
    this.#scheduler.cancel();
  }

  #draw(): void {
    const sources = groupUnits(new MarkdownLexer().lex(normalizeSource(this.#source)));
    const kept = this.#units.findIndex((unit, index) => unit.html !== sources[index]);
    const start = kept === -1 ? this.#units.length : kept;
    for (const node of this.#units.splice(start).flatMap((unit) => unit.nodes)) node.remove();
    for (const html of sources.slice(start)) {
      const fragment = sanitizeHtml(html, this.#policy);
      this.#units.push({ html, nodes: [...fragment.childNodes] });
      this.#container.append(fragment);
    }
  }
}

/** The markup of each block; blocks after one that leaves an element open belong to it until it closes. */
function groupUnits(tokens: TokensList): string[] {
  const units: string[] = [];
  let html = '';
  let isOpen = false;
  for (const token of tokens) {
    html += toUnsafeHtml([token]);
    isOpen = (isOpen || holdsHtml(token)) && leavesOpen(html);
    if (isOpen || html === '') continue;
    units.push(html);
    html = '';
  }
  if (isOpen) units.push(html);
  return units;
}

function holdsHtml(token: Token): boolean {
  return JSON.stringify(token).includes('"type":"html"');
}
