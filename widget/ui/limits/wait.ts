import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ChatError } from '../../protocol/chat-error.ts';
import { fill } from '../words/strings.ts';
import type { ServiceScene } from '../panel/service-view.ts';
import type { Speech } from '../words/speech.ts';

/** From here on a time of day says more than a countdown. */
const MAX_COUNTDOWN_SECONDS = 3_600;

/** Browsers fire a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Counts down the time after which a refused visitor may ask again. */
export class Wait {
  readonly #scene: ServiceScene;
  readonly #speech: Speech;
  /** When each refusal ends, in milliseconds since the epoch. */
  readonly #ends = new WeakMap<ChatError, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(scene: ServiceScene, speech: Speech) {
    this.#scene = scene;
    this.#speech = speech;
    scene.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether it is too early to ask again. */
  get isOn(): boolean {
    return this.#millisecondsLeft > 0;
  }

  /** The time left. A timer of its own, so that the alert around it is not read out every second. */
  draw(): TemplateResult | typeof nothing {
    const left = this.#millisecondsLeft;
    if (left <= 0) return nothing;
    const seconds = Math.ceil(left / 1_000);
    const isLong = seconds >= MAX_COUNTDOWN_SECONDS;
    const delay = isLong ? left - MAX_COUNTDOWN_SECONDS * 1_000 + 1 : left - (seconds - 1) * 1_000;
    this.#timer ??= setTimeout(() => this.#handleTick(), Math.min(delay, MAX_TIMER_MS));
    const { askAgainAt, askAgainIn } = this.#speech.words;
    const text = isLong
      ? fill(askAgainAt, { time: this.#speech.time(Date.now() + left) })
      : fill(askAgainIn, { time: formatCountdown(seconds) });
    return html`<span class="wait" role="timer" aria-live="off">${text}</span>`;
  }

  get #millisecondsLeft(): number {
    const { status, error } = this.#scene.conversation.state;
    if (status !== 'error' || !error?.retryAfter) return 0;
    const end = this.#ends.get(error) ?? Date.now() + error.retryAfter * 1_000;
    this.#ends.set(error, end);
    return end - Date.now();
  }

  #handleTick(): void {
    this.#timer = undefined;
    const { status, error } = this.#scene.conversation.state;
    if (status === 'error' && error?.retryAfter && !this.isOn)
      this.#scene.announce(this.#speech.words.askAgainNow);
    this.#scene.host.requestUpdate();
  }
}

function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
