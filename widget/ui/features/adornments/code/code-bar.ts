import type { Strings } from '../../../words/strings.ts';
import { languageOf } from './code-language.ts';
import { copyText } from '../../../base/copy-text.ts';

/**
 * Name of the element that stands in a `<pre>` beside its `<code>`. Markdown makes no element with a hyphen in its name,
 * so the renderer leaves this one alone. It has no text: the style sheet shows its words from attributes, so that
 * neither a selection nor the text of the answer contains them.
 */
const CODE_BAR = 'cf-ai-chat-code-bar';

const COPIED_MS = 2000;
const FAILED_MS = 8000;

const COPY_SHAPE = 'M9 9h11v11H9zM15 9V4H4v11h5';
const DONE_SHAPE = 'm5 13 4.5 4.5L19 7';
const WRAP_SHAPE = 'M4 6h16M4 12h13a3 3 0 0 1 0 6h-4m2-2-2 2 2 2M4 18h5';

/** The surroundings of a bar. */
export interface CodeBarContext {
  /** The words at this moment. */
  readonly strings: Strings;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
  /** Where a text box may stand for a moment. */
  readonly near: Element;
}

/** The bar over a code block: its language, and the button that copies it. */
export class CodeBar {
  readonly #code: Element;
  readonly #context: CodeBarContext;
  readonly #label = create('span', 'code-language');
  readonly #button = create('button', 'code-copy');
  readonly #shape = createShape(COPY_SHAPE);
  readonly #wrap = create('button', 'code-wrap');
  readonly #bar = document.createElement(CODE_BAR);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Puts the bar over a code block. */
  constructor(code: Element, context: CodeBarContext) {
    this.#code = code;
    this.#context = context;
    this.#label.ariaHidden = 'true';
    this.#button.type = 'button';
    this.#button.addEventListener('click', () => void this.#handleClick());
    this.#button.append(createIcon(this.#shape));
    this.#wrap.type = 'button';
    this.#wrap.ariaPressed = 'false';
    this.#wrap.addEventListener('click', () => this.#toggleWrap());
    this.#wrap.append(createIcon(createShape(WRAP_SHAPE)));
    const row = create('div', 'code-row');
    row.append(this.#label, this.#wrap, this.#button);
    this.#bar.append(row);
    this.update();
    code.after(this.#bar);
  }

  /** Says everything again: the words or the language of the code have changed. */
  update(): void {
    const { strings } = this.#context;
    const { label } = languageOf(this.#code);
    this.#label.dataset['text'] = label;
    // The answer around it may be in another language.
    this.#button.lang = strings.locale;
    this.#button.ariaLabel = label ? `${strings.copyCode}: ${label}` : strings.copyCode;
    this.#wrap.ariaLabel = this.#wrap.title = strings.wrapLines;
    this.#show('', strings.copy);
  }

  /** On the bar, which the renderer leaves alone, and not on the code. */
  #toggleWrap(): void {
    const isWrapped = this.#bar.toggleAttribute('data-wrap');
    this.#wrap.ariaPressed = String(isWrapped);
  }

  async #handleClick(): Promise<void> {
    // A command that ends with its line end would run as soon as it is pasted into a terminal.
    const text = this.#code.textContent.replace(/\n$/, '');
    const isCopied = await copyText(text, this.#context.near);
    const { strings, announce } = this.#context;
    if (isCopied) this.#show('copied', strings.copied);
    else this.#show('failed', strings.copyFailed);
    announce(isCopied ? strings.copied : strings.copyFailed);
    this.#timer = setTimeout(() => this.update(), isCopied ? COPIED_MS : FAILED_MS);
  }

  #show(state: '' | 'copied' | 'failed', text: string): void {
    clearTimeout(this.#timer);
    this.#button.dataset['state'] = state;
    this.#button.dataset['text'] = text;
    this.#shape.setAttribute('d', state === 'copied' ? DONE_SHAPE : COPY_SHAPE);
  }
}

function createShape(path: string): SVGPathElement {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', path);
  return shape;
}

function createIcon(shape: SVGPathElement): SVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('aria-hidden', 'true');
  icon.append(shape);
  return icon;
}

function create<K extends keyof HTMLElementTagNameMap>(
  tagName: K,
  className: string,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tagName), { className });
}
