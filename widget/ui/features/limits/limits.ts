import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import { allowanceTemplate } from './allowance.ts';
import { limitsStyles } from './limits.styles.ts';
import { RetryCountdown, type RetryCountdownOptions } from './retry-countdown.ts';

/** The parts of the panel that limits need. */
export interface LimitsOptions extends Omit<RetryCountdownOptions, 'redraw'> {
  readonly host: ChatHost;
  /** A link to a human was pressed. */
  readonly handleContact: (event: MouseEvent) => void;
}

/** How much a visitor may ask, and when again. */
export class Limits {
  readonly #options: LimitsOptions;
  readonly #countdown: RetryCountdown;

  constructor(options: LimitsOptions) {
    this.#options = options;
    this.#countdown = new RetryCountdown({ ...options, redraw: () => options.host.requestUpdate() });
    addStyles(options.host.renderRoot as ShadowRoot, limitsStyles);
  }

  /** Whether it is too early to ask again. */
  get isWaiting(): boolean {
    return this.#countdown.isRunning;
  }

  /** In the row of the failure: the time to wait. */
  drawWait(): unknown {
    return this.#countdown.draw();
  }

  /** Above the composer: the rest of the allowance, once it is little. */
  drawAllowance(): unknown {
    const { state, words, host, handleContact } = this.#options;
    return allowanceTemplate(state(), words, { contactUrl: host.contactUrl, handleContact });
  }
}
