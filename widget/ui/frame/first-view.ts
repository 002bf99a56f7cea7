import type { ChatHost } from '../element/chat-panel.ts';

const GLIDE = { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/**
 * Marks a panel without messages, which a chat that fills the page draws with its composer in the middle. With the first
 * message the composer glides to its place.
 */
export class FirstView {
  readonly #host: ChatHost;
  readonly #root: HTMLElement;

  /** `root` is the element in which the panel is drawn. */
  constructor(host: ChatHost, root: HTMLElement) {
    this.#host = host;
    this.#root = root;
  }

  /** Draws the panel. */
  draw(isEmpty: boolean, render: () => void): void {
    const isLeaving = !isEmpty && this.#root.classList.contains('first') && this.#host.mode === 'page';
    const from = isLeaving ? this.#composer?.getBoundingClientRect().top : undefined;
    this.#root.classList.toggle('first', isEmpty);
    render();
    if (from !== undefined) this.#glide(from);
  }

  get #composer(): Element | null {
    return this.#root.querySelector('.composer');
  }

  #glide(from: number): void {
    const composer = this.#composer;
    if (!composer || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const distance = from - composer.getBoundingClientRect().top;
    if (distance)
      composer.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], GLIDE);
  }
}
