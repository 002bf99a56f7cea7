import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../element/chat-host.ts';
import { lockPage } from './page-lock.ts';

/** https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers; not in Firefox and Safari. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** Below this height, small print and hints scroll with the messages. */
const LOW_HEIGHT_PX = 480;

/**
 * Handles the floating panel where it covers the page, as on phones: it is modal, and the page behind it does not scroll. Also
 * fits the panel into the visual viewport: an on-screen keyboard shrinks that but not the layout viewport, and would cover the
 * composer.
 */
export class Sheet implements ReactiveController {
  readonly #host: ChatHost;
  #listening: AbortController | undefined;
  #unlock: (() => void) | undefined;
  #closeWatcher: CloseWatcher | undefined;
  #isLowHeight = false;
  /** The mode and open state for which the computed style was last read. */
  #checkedState = '';

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
    if (drawn === this.#checkedState || !this.#host.isConnected) return;
    this.#checkedState = drawn;
    this.#apply();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#listening = undefined;
    this.#checkedState = '';
    this.#uncover();
  }

  #uncover(): void {
    this.#unlock?.();
    this.#unlock = undefined;
    this.#closeWatcher?.destroy();
    this.#closeWatcher = undefined;
  }

  /** Closes the sheet on Android's Back gesture, like other dialogs. */
  #watchBack(): void {
    if (this.#closeWatcher || !('CloseWatcher' in globalThis)) return;
    this.#closeWatcher = new CloseWatcher();
    this.#closeWatcher.addEventListener('close', () => {
      this.#closeWatcher = undefined;
      this.#host.hide();
    });
  }

  #apply(): void {
    const { isFloating, mode, open, panelContainer: panel } = this.#host;
    // Only the style sheet decides on which screens the panel covers the page.
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
    // Pinch zoom shrinks the visual viewport too, but must not shrink the panel.
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
