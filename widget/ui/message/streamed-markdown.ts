import { noChange } from 'lit/html.js';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type MarkdownPolicy, MarkdownStream, renderMarkdown } from '../../markdown/index.ts';

/** Blocks of an answer that the browser looks at together; with 24 or 64 it takes longer. */
export const SECTION_SIZE = 32;

/** Fills the element it stands on with a message's markdown, drawing only what was added since the last time. */
class StreamedMarkdownDirective extends Directive {
  #stream: MarkdownStream | undefined;
  #text = '';
  #isDrawn = false;

  override render(_text: string, _isStreaming: boolean, _policy: MarkdownPolicy): typeof noChange {
    return noChange;
  }

  override update(
    part: ElementPart,
    [text, isStreaming, policy]: Parameters<this['render']>,
  ): typeof noChange {
    const container = part.element as HTMLElement;
    if (this.#isDrawn && text === this.#text && isStreaming === (this.#stream !== undefined)) return noChange;
    if (!text.startsWith(this.#text) || (this.#isDrawn && !this.#stream)) this.#reset(container);
    if (isStreaming || this.#stream)
      this.#stream ??= new MarkdownStream(container, policy, { sectionSize: SECTION_SIZE });
    if (this.#stream) this.#stream.push(text.slice(this.#text.length));
    else container.replaceChildren(renderMarkdown(text, policy));
    if (!isStreaming) this.#finish();
    this.#text = text;
    this.#isDrawn = true;
    return noChange;
  }

  #finish(): void {
    this.#stream?.end();
    this.#stream = undefined;
  }

  #reset(container: HTMLElement): void {
    this.#stream?.dispose();
    this.#stream = undefined;
    this.#text = '';
    this.#isDrawn = false;
    container.replaceChildren();
  }
}

/** Element directive: renders `text` as sanitized markdown, incrementally while `isStreaming`. */
export const streamedMarkdown = directive(StreamedMarkdownDirective);
