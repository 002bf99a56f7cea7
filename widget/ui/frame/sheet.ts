import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../element/chat-host.ts';
import { lockPage } from './page-lock.ts';

/** https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers; neither Firefox nor Safari has it. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** Below this height there is no room for anything that could scroll. */
const LOW_HEIGHT_PX = 480;

/**
 * The floating panel where it covers the page, as on phones: modal, and the page behind it does not scroll. Fits it into
 * the visible part of the page: an on-screen keyboard shrinks the visual viewport but not the layout viewport, and would
 * cover the composer.
 */
export class Sheet implements ReactiveController {
  readonly #host: ChatHost;
  #listening: AbortController | undefined;
  #unlock: (() => void) | undefined;
  #back: CloseWatcher | undefined;
  #isLowHeight = false;
  /** The open state and the mode for which the style sheet was last asked. */
  #drawn = '';

  constructor(host: ChatHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the chat covers the page and has little height. */
  get isLowHeight(): boolean {
    return this.#isLowHeight;
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

  hostUpdated(): void {
    const { isFloating, mode, open, panelContainer } = this.#host;
    if (!isFloating) panelContainer.role = 'region';
    const drawn = `${isFloating} ${mode} ${open}`;
    if (drawn === this.#drawn || !this.#host.isConnected) return;
    this.#drawn = drawn;
    this.#apply();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#listening = undefined;
    this.#drawn = '';
    this.#uncover();
  }

  #uncover(): void {
    this.#unlock?.();
    this.#unlock = undefined;
    this.#back?.destroy();
    this.#back = undefined;
  }

  /** Android's Back closes the sheet, as it closes what covers a page elsewhere. */
  #watchBack(): void {
    if (this.#back || !('CloseWatcher' in globalThis)) return;
    this.#back = new CloseWatcher();
    this.#back.addEventListener('close', () => {
      this.#back = undefined;
      this.#host.hide();
    });
  }

  #apply(): void {
    const { isFloating, mode, open, panelContainer: panel } = this.#host;
    // The style sheet alone decides on which screens it covers the page.
    const isSheet = isFloating && open && getComputedStyle(panel).position === 'fixed';
    panel.ariaModal = isFloating ? String(isSheet) : null;
    if (isSheet) {
      this.#unlock ??= lockPage();
      this.#watchBack();
    } else this.#uncover();
    this.#fit(isSheet || mode === 'page');
  }

  #fit(isCovering: boolean): void {
    const viewport = globalThis.visualViewport;
    // Pinch zoom shrinks the visual viewport too, and must not shrink the panel.
    if (!viewport || viewport.scale > 1.01) return;
    const { style, classList } = this.#host.panelContainer;
    style.setProperty('--_cf-ai-chat-viewport-height', `${viewport.height}px`);
    style.setProperty('--_cf-ai-chat-viewport-top', `${viewport.offsetTop}px`);
    const isLowHeight = isCovering && viewport.height < LOW_HEIGHT_PX;
    classList.toggle('short', isLowHeight);
    if (isLowHeight === this.#isLowHeight) return;
    this.#isLowHeight = isLowHeight;
    this.#host.requestUpdate();
  }
}
