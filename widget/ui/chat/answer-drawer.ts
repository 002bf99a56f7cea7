import { type MarkdownPolicy, MarkdownStream, renderMarkdown } from '../../markdown/index.ts';

/** Blocks of an answer that the browser lays out, or skips, together. */
export const SECTION_SIZE = 32;

/** An answer to be drawn. */
export interface AnswerDrawing {
  readonly id: string;
  readonly text: string;
  readonly container: HTMLElement;
  readonly policy: MarkdownPolicy;
  /** Called with blocks before they come into the container; puts elements around text. */
  readonly decorate: (blocks: DocumentFragment) => void;
}

/** Draws the answers of a panel. One at a time is being written: its text is taken as it arrives. */
export class AnswerDrawer {
  /** The answer that was drawn last, and where. */
  #id = '';
  #container: HTMLElement | undefined;
  #stream: MarkdownStream | undefined;

  /** The text that visitors see of the answer that was drawn last, without markdown syntax. */
  get drawnText(): string {
    return this.#container?.textContent.trim() ?? '';
  }

  /** Draws an answer that is complete. */
  draw({ id, text, container, policy, decorate }: AnswerDrawing): void {
    this.#take(id, container);
    const blocks = renderMarkdown(text, policy);
    decorate(blocks);
    container.replaceChildren(blocks);
  }

  /** Begins to draw an answer, with the text that has arrived. */
  start({ id, text, container, policy, decorate }: AnswerDrawing): void {
    this.#take(id, container);
    container.replaceChildren();
    this.#stream = new MarkdownStream(container, policy, { sectionSize: SECTION_SIZE, decorate });
    this.#stream.push(text);
  }

  /** Adds text to an answer. Before its first drawing this does nothing: {@link start} is given all that has arrived. */
  push(id: string, delta: string): void {
    if (id === this.#id) this.#stream?.push(delta);
  }

  /** Draws everything that has arrived. */
  end(): void {
    this.#stream?.end();
    this.#stream = undefined;
  }

  /** Draws no more of an answer: another message has taken its element, or the panel is gone. */
  cancel(): void {
    this.#stream?.dispose();
    this.#stream = undefined;
  }

  #take(id: string, container: HTMLElement): void {
    this.cancel();
    this.#id = id;
    this.#container = container;
  }
}
