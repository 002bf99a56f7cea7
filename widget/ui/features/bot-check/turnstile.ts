import { setScriptUrl } from '../../../markdown/trusted-types.ts';

/**
 * The script must be loaded from this address, see
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
const SCRIPT_URL = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The part of Turnstile's API that is used. */
export interface Turnstile {
  render(container: HTMLElement, options: TurnstileOptions): string | null | undefined;
  remove(widgetId: string): void;
}

/** https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/ */
export interface TurnstileOptions {
  readonly sitekey: string;
  readonly appearance: 'interaction-only';
  readonly language: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly size: 'flexible';
  readonly retry: 'never';
  readonly 'refresh-expired': 'manual';
  readonly 'refresh-timeout': 'manual';
  readonly 'response-field': boolean;
  readonly callback: (token: string) => void;
  /** Returns true when it has handled the error. */
  readonly 'error-callback': (code: unknown) => boolean;
  readonly 'timeout-callback': () => void;
  readonly 'unsupported-callback': () => void;
  readonly 'before-interactive-callback': () => void;
  readonly 'after-interactive-callback': () => void;
}

declare global {
  interface Window {
    /** Turnstile's API, once its script has loaded. */
    turnstile?: Turnstile;
  }
}

let loading: Promise<Turnstile> | undefined;

/** Turnstile's API: the page's own, if it exists, else from Cloudflare or `url`. Rejects when it does not load. */
export async function loadTurnstile(url = SCRIPT_URL): Promise<Turnstile> {
  if (window.turnstile) return window.turnstile;
  loading ??= addScript(url);
  try {
    return await loading;
  } catch (error) {
    // The next message tries again.
    loading = undefined;
    throw error;
  }
}

function addScript(url: string): Promise<Turnstile> {
  const script = document.createElement('script');
  setScriptUrl(script, url);
  script.async = true;
  // A page's policy may allow scripts by nonce instead of origin: use the nonce of the script tag that loaded the chat.
  script.nonce = document.querySelector<HTMLScriptElement>('script[src*="cf-ai-chat"][nonce]')?.nonce ?? '';
  return new Promise((resolve, reject) => {
    const handleEnd = (): void => {
      if (window.turnstile) resolve(window.turnstile);
      else reject(new Error(`${url} did not bring Turnstile`));
      script.remove();
    };
    script.addEventListener('load', handleEnd);
    script.addEventListener('error', handleEnd);
    document.head.append(script);
  });
}
