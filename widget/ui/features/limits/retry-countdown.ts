import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ChatError } from '../../../protocol/chat-error.ts';
import type { Chat } from '../../feature/chat.ts';
import { fill } from '../../words/strings.ts';
import { formatCountdown, formatTime } from './format.ts';

/** From here on a time of day says more than a countdown. */
const MAX_COUNTDOWN_SECONDS = 3_600;

/** Browsers fire a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Counts down the time after which a refused visitor may ask again. */
export class RetryCountdown {
  readonly #chat: Pick<Chat, 'strings' | 'state' | 'announce' | 'redraw' | 'signal'>;
  /** When each refusal ends, in milliseconds since the epoch. */
  readonly #ends = new WeakMap<ChatError, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Pick<Chat, 'strings' | 'state' | 'announce' | 'redraw' | 'signal'>) {
    this.#chat = chat;
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether it is too early to ask again. */
  get isRunning(): boolean {
    return this.#millisecondsLeft > 0;
  }

  /** The time left. A timer of its own, so that the alert around it is not read out every second. */
  render(): TemplateResult | typeof nothing {
    const left = this.#millisecondsLeft;
    if (left <= 0) return nothing;
    const seconds = Math.ceil(left / 1_000);
    const isLong = seconds >= MAX_COUNTDOWN_SECONDS;
    const delay = isLong ? left - MAX_COUNTDOWN_SECONDS * 1_000 + 1 : left - (seconds - 1) * 1_000;
    this.#timer ??= setTimeout(() => this.#handleTick(), Math.min(delay, MAX_TIMER_MS));
    const { strings } = this.#chat;
    const { askAgainAt, askAgainIn } = strings.current;
    const text = isLong
      ? fill(askAgainAt, { time: formatTime(Date.now() + left, strings.locale) })
      : fill(askAgainIn, { time: formatCountdown(seconds) });
    return html`<span class="wait" role="timer" aria-live="off">${text}</span>`;
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

  #handleTick(): void {
    this.#timer = undefined;
    const { strings, announce, redraw } = this.#chat;
    if (this.#refusal && !this.isRunning) announce(strings.current.askAgainNow);
    redraw();
  }
}
