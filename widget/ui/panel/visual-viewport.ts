import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/**
 * Fits a full-screen panel into the visible part of the page: an on-screen keyboard shrinks the visual
 * viewport but not the layout viewport, and would cover the composer. Such a panel is modal: nothing else is visible.
 */
export class VisualViewportController implements ReactiveController {
  readonly #target: HTMLElement;
  #listening: AbortController | undefined;

  constructor(host: ReactiveControllerHost, target: HTMLElement) {
    this.#target = target;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#listening || !globalThis.visualViewport) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    for (const type of ['resize', 'scroll']) {
      visualViewport?.addEventListener(type, () => this.#apply(), { signal, passive: true });
    }
    this.#apply();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  #apply(): void {
    // The style sheet alone decides on which screens it covers the page.
    this.#target.ariaModal = String(getComputedStyle(this.#target).position === 'fixed');
    const viewport = globalThis.visualViewport;
    // Pinch zoom shrinks the visual viewport too, and must not shrink the panel.
    if (!viewport || viewport.scale > 1.01) return;
    this.#target.style.setProperty('--_cf-ai-chat-viewport-height', `${viewport.height}px`);
    this.#target.style.setProperty('--_cf-ai-chat-viewport-top', `${viewport.offsetTop}px`);
  }
}
