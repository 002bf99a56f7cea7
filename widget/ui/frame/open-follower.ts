import type { ChatHost } from '../element/chat-host.ts';
import { CfAiChatEvent } from '../element/events.ts';
import { writeOpenState } from '../element/open-state.ts';

/** Reacts to the opening and closing of a floating panel: moves focus, stores the state for the next page, and fires events. */
export class OpenFollower {
  readonly #host: ChatHost;
  readonly #handleOpened: (isByVisitor: boolean) => void;
  #isOpen = false;

  /** `handleOpened` receives whether a gesture of the visitor opened the panel: only then may focus move. */
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
    // Not stored if the page itself opened the panel, without any gesture of the visitor.
    if (hasBeenActive) writeOpenState(this.#host, isOpen);
    if (isOpen) this.#host.notices.hasOpened = true;
    if (isOpen) this.#handleOpened(isActive);
    else this.#returnFocus();
    this.#host.dispatchEvent(new CfAiChatEvent(isOpen ? 'cf-ai-chat-after-show' : 'cf-ai-chat-after-hide'));
  }

  /** Moves focus to the launcher if it was in the panel. Focus elsewhere on the page stays. */
  #returnFocus(): void {
    const { activeElement } = this.#host.renderRoot as ShadowRoot;
    if (this.#host.panelContainer.contains(activeElement)) this.#host.focus();
  }
}
