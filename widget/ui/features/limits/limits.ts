import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ChatError } from '../../../protocol/chat-error.ts';
import { addStyles } from '../../base/css.ts';
import type { Chat } from '../../feature/chat.ts';
import { formatCount } from '../../strings/format-count.ts';
import { fill } from '../../strings/strings.ts';
import { renderContactLink } from '../contact/contact-link.ts';
import { contact } from '../contact/feature.ts';
import { formatAskAgain, formatCountdown } from './format.ts';
import { isAllowanceLow } from './is-limited.ts';
import { limitsStyles } from './limits.styles.ts';

/** For a longer wait a time of day is shown instead of a countdown. */
const MAX_COUNTDOWN_SECONDS = 3_600;

/** Browsers fire a timer with a longer delay at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Shows how many questions are left, and after a refusal when the visitor may ask again. */
export class Limits {
  readonly #chat: Chat;
  /** The end of the wait for each refusal, in milliseconds since the epoch. */
  readonly #ends = new WeakMap<ChatError, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, limitsStyles);
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether the visitor has to wait before asking again. */
  get isWaiting(): boolean {
    return this.#millisecondsLeft > 0;
  }

  /** The time left, in the line of the failure. As a `timer`, so that the alert around it is not read out every second. */
  renderWait(): TemplateResult | typeof nothing {
    const left = this.#millisecondsLeft;
    if (left <= 0) return nothing;
    const seconds = Math.ceil(left / 1_000);
    const isLong = seconds >= MAX_COUNTDOWN_SECONDS;
    const delay = isLong ? left - MAX_COUNTDOWN_SECONDS * 1_000 + 1 : left - (seconds - 1) * 1_000;
    this.#timer ??= setTimeout(() => this.#handleTick(), Math.min(delay, MAX_TIMER_MS));
    const { askAgainIn } = this.#chat.strings.current;
    const text = isLong
      ? this.#askAgainAt(Date.now() + left)
      : fill(askAgainIn, { time: formatCountdown(seconds) });
    return html`<span class="wait" role="timer" aria-live="off">${text}</span>`;
  }

  /** The line above the composer with the questions left, once they are few. */
  renderAllowance(): TemplateResult | typeof nothing {
    const { state, strings } = this.#chat;
    const { quota, error } = state;
    // Not together with a refusal, which shows its own time.
    if (!quota || !isAllowanceLow(state) || error?.retryAfter) return nothing;
    const { remaining, resetsAt } = quota;
    if (resetsAt !== undefined && resetsAt <= Date.now()) return nothing;
    const { questionsLeft, noQuestionsLeft } = strings.current;
    if (remaining > 0)
      return html`<p class="hint" part="notice">${formatCount(questionsLeft, remaining, strings.locale)}</p>`;
    return html`<p class="hint" part="notice">
      ${noQuestionsLeft} ${resetsAt === undefined ? '' : this.#askAgainAt(resetsAt)}
      ${renderContactLink(this.#chat, contact.of(this.#chat), '')}
    </p>`;
  }

  get #refusal(): ChatError | undefined {
    const { status, error } = this.#chat.state;
    return status === 'error' && error?.retryAfter ? error : undefined;
  }

  get #millisecondsLeft(): number {
    const refusal = this.#refusal;
    if (!refusal?.retryAfter) return 0;
    const end = this.#ends.get(refusal) ?? Date.now() + refusal.retryAfter * 1_000;
    this.#ends.set(refusal, end);
    return end - Date.now();
  }

  #askAgainAt(milliseconds: number): string {
    const { current, locale } = this.#chat.strings;
    return formatAskAgain(milliseconds, current, locale);
  }

  #handleTick(): void {
    this.#timer = undefined;
    const { strings, announce, redraw } = this.#chat;
    if (this.#refusal && !this.isWaiting) announce(strings.current.askAgainNow);
    redraw();
  }
}
