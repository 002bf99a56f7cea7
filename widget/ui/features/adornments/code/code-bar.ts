import { languageOf } from './code-language.ts';
import { copyText } from '../../../base/copy-text.ts';
import { createElement, createIcon } from '../../../base/launcher.ts';
import type { Chat } from '../../../feature/chat.ts';

/**
 * Name of the element in a `<pre>` beside its `<code>`. Markdown creates no element with a hyphen in its name, so the renderer
 * leaves this one alone. It contains no text: the style sheet shows its texts from attributes, so that neither a selection nor
 * the text of the answer includes them.
 */
const CODE_BAR = 'cf-ai-chat-code-bar';

const COPIED_MS = 2000;
const FAILED_MS = 8000;

const COPY_SHAPE = 'M9 9h11v11H9zM15 9V4H4v11h5';
const DONE_SHAPE = 'm5 13 4.5 4.5L19 7';
const WRAP_SHAPE = 'M4 6h16M4 12h13a3 3 0 0 1 0 6h-4m2-2-2 2 2 2M4 18h5';

/** The bar above a code block: its language, and the button that copies it. */
export class CodeBar {
  readonly #code: Element;
  readonly #chat: Pick<Chat, 'strings' | 'announce' | 'root'>;
  readonly #label = createElement('span', { class: 'code-language', 'aria-hidden': 'true' });
  readonly #copySign = createIcon('copy', COPY_SHAPE);
  readonly #copy = createElement('button', { class: 'code-copy', type: 'button' }, this.#copySign);
  readonly #wrap = createElement(
    'button',
    { class: 'code-wrap', type: 'button', 'aria-pressed': 'false' },
    createIcon('wrap', WRAP_SHAPE),
  );
  readonly #bar = document.createElement(CODE_BAR);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Adds the bar to a code block. */
  constructor(code: Element, chat: Pick<Chat, 'strings' | 'announce' | 'root'>) {
    this.#code = code;
    this.#chat = chat;
    this.#copy.addEventListener('click', () => void this.#handleCopy());
    this.#wrap.addEventListener('click', () => this.#toggleWrap());
    this.#bar.append(createElement('div', { class: 'code-row' }, this.#label, this.#wrap, this.#copy));
    this.update();
    code.after(this.#bar);
  }

  /** Updates all texts. Call when the strings or the code's language have changed. */
  update(): void {
    const strings = this.#chat.strings.current;
    const { label } = languageOf(this.#code);
    this.#label.dataset['text'] = label;
    // The answer around the bar may be in another language.
    this.#copy.lang = strings.locale;
    this.#copy.ariaLabel = label ? `${strings.copyCode}: ${label}` : strings.copyCode;
    this.#wrap.ariaLabel = this.#wrap.title = strings.wrapLines;
    this.#show('', strings.copy);
  }

  /** Toggles wrapping with an attribute of the bar: the renderer would reset one of the code. */
  #toggleWrap(): void {
    const isWrapped = this.#bar.toggleAttribute('data-wrap');
    this.#wrap.ariaPressed = String(isWrapped);
  }

  async #handleCopy(): Promise<void> {
    const { strings, announce, root } = this.#chat;
    // Without the last line end: pasted into a terminal, it would run the command at once.
    const isCopied = await copyText(this.#code.textContent.replace(/\n$/, ''), root);
    const { copied, copyFailed } = strings.current;
    const [state, text] = isCopied ? (['copied', copied] as const) : (['failed', copyFailed] as const);
    this.#show(state, text);
    announce(text);
    this.#timer = setTimeout(() => this.update(), isCopied ? COPIED_MS : FAILED_MS);
  }

  #show(state: '' | 'copied' | 'failed', text: string): void {
    clearTimeout(this.#timer);
    this.#copy.dataset['state'] = state;
    this.#copy.dataset['text'] = text;
    this.#copySign.firstElementChild?.setAttribute('d', state === 'copied' ? DONE_SHAPE : COPY_SHAPE);
  }
}
