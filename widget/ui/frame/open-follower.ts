import type { ChatHost } from '../element/chat-host.ts';
import { CfAiChatEvent } from '../element/events.ts';
import { writeOpenState } from '../element/open-state.ts';

/** Follows the opening and closing of a floating panel: focus, memory for the next page, and the page's events. */
export class OpenFollower {
  readonly #host: ChatHost;
  readonly #handleOpened: (isByVisitor: boolean) => void;
  #isOpen = false;

  /** `handleOpened` gets whether a gesture of the visitor opened it: only then may focus move. */
  constructor(host: ChatHost, handleOpened: (isByVisitor: boolean) => void) {
    this.#host = host;
    this.#handleOpened = handleOpened;
  }

  /** Call after drawing. */
  follow(): void {
    const isOpen = this.#host.isFloating && this.#host.open;
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    const { isActive = true, hasBeenActive = true } = navigator.userActivation ?? {};
    // A panel that the page opens by itself is not the visitor's wish for the next page.
    if (hasBeenActive) writeOpenState(this.#host, isOpen);
    if (isOpen) this.#host.notices.hasOpened = true;
    if (isOpen) this.#handleOpened(isActive);
    else this.#returnFocus();
    this.#host.dispatchEvent(new CfAiChatEvent(isOpen ? 'cf-ai-chat-after-show' : 'cf-ai-chat-after-hide'));
  }

  /** Focus that went away with the panel goes to the launcher; focus elsewhere on the page is not ours to move. */
  #returnFocus(): void {
    const { activeElement } = this.#host.renderRoot as ShadowRoot;
    if (this.#host.panelContainer.contains(activeElement)) this.#host.focus();
  }
}
