import { readColorScheme } from '../../element/color-scheme.ts';
import { CLOSE_ICON, createElement, createIcon } from '../../base/launcher.ts';
import { readOpenState } from '../../element/open-state.ts';
import { noticeStrings } from '../../strings/notice-strings.ts';
import { isInTheWay, untilCalm } from './calm.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { hasSeenTeaser, noteTeaserSeen } from './teaser-memory.ts';

/** For this time the bubble ignores presses: they were meant for what was visible before. */
const UNTOUCHABLE_MS = 500;

/** A small bubble beside the launcher with the text of `teaser`, shown once to each visitor. */
export class Teaser {
  readonly #host: ChatHost;
  #bubble: HTMLElement | undefined;
  #ending: AbortController | undefined;

  constructor(host: ChatHost) {
    this.#host = host;
  }

  /** Shows the bubble when the visitor is idle; not to visitors who know the chat or have seen the bubble. */
  show(): void {
    const { open, disabled, mode } = this.#host;
    const isKnown = readOpenState(this.#host) !== undefined || hasSeenTeaser(this.#host);
    if (this.#bubble || !this.#host.teaser || open || disabled || mode !== 'floating' || isKnown) return;
    const bubble = this.#create();
    this.#bubble = bubble;
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    this.#launcher?.after(bubble);
    void this.#revealWhenCalm(bubble, signal);
  }

  /** Call after the element was drawn. */
  follow(): void {
    const { open, teaser, disabled } = this.#host;
    if (open || !teaser || disabled) this.end();
  }

  /** Removes the bubble. */
  end(): void {
    this.#ending?.abort();
    this.#bubble?.remove();
    this.#bubble = undefined;
  }

  get #launcher(): HTMLElement | null | undefined {
    return this.#host.panelContainer.parentElement?.querySelector('.launcher');
  }

  #create(): HTMLElement {
    const host = this.#host;
    const strings = noticeStrings(host.language);
    const text = createElement(
      'button',
      { type: 'button', class: 'teaser-text', part: 'teaser__text', dir: 'auto' },
      host.teaser,
    );
    const label = host.strings?.dismiss ?? strings.dismiss;
    const close = createElement(
      'button',
      {
        type: 'button',
        class: 'teaser-close',
        part: 'teaser__close',
        'aria-label': label,
        lang: strings.language,
      },
      createIcon('cross', CLOSE_ICON),
    );
    text.addEventListener('click', () => host.show());
    close.addEventListener('click', () => this.#dismiss());
    return createElement(
      'div',
      { class: `teaser unseen ${readColorScheme(host)}`, part: 'teaser', lang: host.language },
      text,
      close,
    );
  }

  async #revealWhenCalm(bubble: HTMLElement, signal: AbortSignal): Promise<void> {
    await untilCalm(() => bubble.getBoundingClientRect(), this.#host, signal);
    if (signal.aborted) return;
    noteTeaserSeen(this.#host);
    bubble.classList.remove('unseen');
    setTimeout(() => bubble.classList.add('touchable'), UNTOUCHABLE_MS);
    const handleKeydown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) this.#dismiss();
    };
    const handleFocus = (): void => {
      if (isInTheWay(bubble.getBoundingClientRect(), this.#host)) this.end();
    };
    addEventListener('keydown', handleKeydown, { signal });
    addEventListener('focusin', handleFocus, { signal });
  }

  /** Closes the bubble. If it has focus, moves focus to the launcher. */
  #dismiss(): void {
    const hasFocus = this.#bubble?.matches(':focus-within');
    this.end();
    if (hasFocus) this.#launcher?.focus();
  }
}
