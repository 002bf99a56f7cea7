import { addStyles } from '../../base/css.ts';
import type { Chat } from '../../feature/chat.ts';
import { renderAllowance } from './allowance.ts';
import { limitsStyles } from './limits.styles.ts';
import { RetryCountdown } from './retry-countdown.ts';

/** How much a visitor may ask, and when again. */
export class Limits {
  readonly #chat: Chat;
  readonly #countdown: RetryCountdown;

  constructor(chat: Chat) {
    this.#chat = chat;
    this.#countdown = new RetryCountdown(chat);
    addStyles(chat.host.renderRoot as ShadowRoot, limitsStyles);
  }

  /** Whether it is too early to ask again. */
  get isWaiting(): boolean {
    return this.#countdown.isRunning;
  }

  /** In the row of the failure: the time to wait. */
  renderWait(): unknown {
    return this.#countdown.render();
  }

  /** Above the composer: the rest of the allowance, once it is little. */
  renderAllowance(): unknown {
    return renderAllowance(this.#chat);
  }
}
