import { CLOSE_ICON, createElement, createIcon } from '../base/launcher.ts';
import type { ShellWords } from '../words/shell-words.ts';

/** Longest wait for the panel's code that goes without words. */
const PATIENCE_MS = 15_000;

/** The content of the panel's frame before the panel is loaded. */
export interface WaitingView {
  readonly words: ShellWords;
  /** Language of the words. */
  readonly language: string;
  readonly heading: string;
  /** Whether the frame can be closed. */
  readonly isFloating: boolean;
  readonly hide: () => void;
  readonly retry: () => void;
}

/** Stands in the panel's frame while its code is on the way, and says so when it does not come. */
export class WaitingPanel {
  readonly #frame: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(frame: HTMLElement) {
    this.#frame = frame;
  }

  /** Draws a header and the outlines of the rest; after 15 s, as in {@link fail}. */
  show(view: WaitingView): void {
    this.end();
    this.#draw(view, createElement('div', { class: 'lines' }));
    this.#frame.ariaBusy = 'true';
    this.#timer = setTimeout(() => this.fail(view), PATIENCE_MS);
  }

  /** Says that the code did not come, with a button for another try and the page's own fallback content. */
  fail(view: WaitingView): void {
    this.end();
    const { words, language } = view;
    const again = createElement('button', { type: 'button' }, words.reload);
    again.addEventListener('click', () => {
      // The button goes away, and focus with it.
      this.#frame.focus();
      this.show(view);
      view.retry();
    });
    const notice = { class: 'notice', role: 'alert', lang: language };
    const message = createElement('div', notice, words.loadFailed);
    // Lit's templates are no XML: on an XHTML page another try would fail as well.
    if (document.contentType === 'text/html') message.append(again);
    message.append(createElement('slot', {}));
    this.#draw(view, message);
  }

  /** Ends the wait; the caller draws something else into the frame. */
  end(): void {
    clearTimeout(this.#timer);
    this.#frame.ariaBusy = null;
  }

  #draw({ words, heading, isFloating, hide }: WaitingView, content: HTMLElement): void {
    // Names the dialog; the heading in the visitor's language comes with the panel.
    const title = createElement('h2', { id: 'heading', class: heading && 'set' }, heading || words.openChat);
    const top = createElement('div', { class: 'top' }, title);
    if (isFloating) {
      const close = createElement('button', { type: 'button', 'aria-label': words.closeChat });
      close.append(createIcon('close', CLOSE_ICON));
      close.addEventListener('click', hide);
      top.append(close);
    }
    this.#frame.replaceChildren(createElement('div', { class: 'waiting' }, top, content));
  }
}
