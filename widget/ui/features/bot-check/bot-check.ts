import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { ChatError } from '../../../protocol/chat-error.ts';
import { addStyles } from '../../base/css.ts';
import { botCheckStyles } from './bot-check.styles.ts';
import { loadTurnstile, type TurnstileOptions } from './turnstile.ts';
import type { Chat } from '../../feature/chat.ts';

/** Longest duration of a check that needs nothing from the visitor. */
const TIMEOUT_MS = 30_000;

/** The members of a chat that the bot check uses. */
type Needs = Pick<Chat, 'host' | 'strings' | 'announce' | 'redraw'>;

/** Callbacks with the result of one check. */
interface Verdict {
  readonly pass: (token: string) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * The bot check. Its box is a child of the element, outside the shadow root, because Turnstile cannot find a container inside
 * one.
 */
export class BotCheck {
  readonly #chat: Needs;
  #stage: 'idle' | 'checking' | 'asking' = 'idle';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Needs) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, botCheckStyles);
  }

  /** The row above the composer: the state of the check as text, and Turnstile's box. */
  render(): TemplateResult | typeof nothing {
    if (this.#stage === 'idle') return nothing;
    const { checking, solve } = this.#chat.strings.current;
    return html`<div class="hint bot-check" part="notice">
      <p>${this.#stage === 'asking' ? solve : checking}</p>
      <slot name="challenge"></slot>
    </div>`;
  }

  /**
   * Gets a token for one request. Throws `challenge-required` when the check fails or does not load, and `offline` without a
   * network.
   */
  async solve(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const over = new AbortController();
    this.#enter('checking');
    try {
      return await new Promise<string>((resolve, reject) => {
        const verdict = { pass: resolve, fail: reject };
        signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal });
        this.#limit(verdict);
        void this.#show(verdict, over.signal);
      });
    } finally {
      over.abort();
      clearTimeout(this.#timer);
      this.#enter('idle');
    }
  }

  async #show(verdict: Verdict, over: AbortSignal): Promise<void> {
    const { host } = this.#chat;
    try {
      const turnstile = await loadTurnstile(host.environment.turnstileScript);
      if (over.aborted) return;
      const box = Object.assign(document.createElement('div'), { slot: 'challenge' });
      host.append(box);
      const id = turnstile.render(box, this.#turnstileOptions(verdict));
      over.addEventListener('abort', () => {
        if (typeof id === 'string') turnstile.remove(id);
        box.remove();
      });
    } catch (cause) {
      const code = navigator.onLine ? 'challenge-required' : 'offline';
      verdict.fail(new ChatError(code, 'Turnstile could not be shown', { cause }));
    }
  }

  #turnstileOptions(verdict: Verdict): TurnstileOptions {
    const { host, strings } = this.#chat;
    const fail = (why: string): void =>
      verdict.fail(new ChatError('challenge-required', `Turnstile: ${why}`));
    return {
      sitekey: host.turnstileSitekey,
      appearance: 'interaction-only',
      language: strings.current.locale,
      theme: host.colorScheme,
      size: 'flexible',
      retry: 'never',
      'refresh-expired': 'manual',
      'refresh-timeout': 'manual',
      'response-field': false,
      callback: verdict.pass,
      'error-callback': (code) => {
        fail(String(code));
        return true;
      },
      'timeout-callback': () => fail('nobody solved it in time'),
      'unsupported-callback': () => fail('the browser is not supported'),
      'before-interactive-callback': () => {
        clearTimeout(this.#timer);
        this.#enter('asking');
      },
      'after-interactive-callback': () => {
        this.#limit(verdict);
        this.#enter('checking');
      },
    };
  }

  #limit({ fail }: Verdict): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      fail(new ChatError('challenge-required', `Turnstile took longer than ${TIMEOUT_MS} ms`));
    }, TIMEOUT_MS);
  }

  #enter(stage: 'idle' | 'checking' | 'asking'): void {
    this.#stage = stage;
    const { strings, announce, redraw } = this.#chat;
    const { checking, solve } = strings.current;
    if (stage !== 'idle') announce(stage === 'asking' ? solve : checking);
    redraw();
  }
}
