import { type ChatMessage, type Part, type SourcePart, sourcesOf } from '../../protocol/chat-message.ts';
import { addStyles } from '../shell/css.ts';
import type { ElementWords } from '../words/element-words.ts';
import { fill } from '../words/words.ts';
import { hideTitle } from './citation-title.ts';
import { citationsStyles } from './citations.styles.ts';
import { type CitationName, linkCitations } from './link-citations.ts';

/** Numbers under which the title of their source is on screen, as the styles have it. */
const TITLED = '.citation[data-title]:is(:hover,:focus-visible)';

/** What citations are given of the panel. */
export interface CitationsOptions {
  readonly words: ElementWords;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
}

/** Makes links of the numbers in finished answers that name one of their sources. Adds elements, never text. */
export class Citations {
  readonly #options: CitationsOptions;
  /** The parts of the message that is linked in an element: a retried answer is drawn into the same one. */
  readonly #linked = new WeakMap<Element, readonly Part[]>();

  constructor(options: CitationsOptions) {
    this.#options = options;
    const { root, signal } = options;
    addStyles(root.getRootNode() as ShadowRoot, citationsStyles);
    // Before all others, and wherever focus is: a pointer alone shows a title.
    addEventListener('keydown', (event) => this.#handleKeydown(event), { capture: true, signal });
  }

  /** Links the citations in an answer that has ended. Call after each drawing: each answer is linked once. */
  link(answer: Element, message: ChatMessage): void {
    const { parts } = message;
    if (this.#linked.get(answer) === parts) return;
    this.#linked.set(answer, parts);
    linkCitations(answer, sourcesOf(message), (number, source) => this.#name(number, source));
  }

  #name(number: number, source: SourcePart): CitationName {
    const title = source.title || source.url;
    return { title, label: fill(this.#options.words.current.citation, { number, title }) };
  }

  /** Escape puts titles away first. Pressed in the chat it does nothing else; anywhere else it is the page's. */
  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    const { root } = this.#options;
    const titled = [...root.querySelectorAll<HTMLElement>(TITLED)];
    for (const link of titled) hideTitle(link);
    if (titled.length === 0 || !event.composedPath().includes(root)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
