/** What a document says of itself; workers have none. */
interface PageState {
  readonly visibilityState: string;
  /** Chromium only. */
  readonly prerendering?: boolean;
}

/** Time as the transport needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls `callback` whenever the device may have slept or changed its network; returns a function that ends the calls. */
  whenAwake(callback: () => void): () => void;
}

/** The real time. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  whenAwake: (callback) => whenShownAgain(callback),
};

/** None of these is sent by all browsers, and several of them come at once. */
const SIGNALS = ['online', 'pageshow', 'prerenderingchange', 'resume', 'visibilitychange'];

/**
 * Calls `listener` whenever the page is shown again, or for the first time after it was prerendered, and when the network is back:
 * timers are late then, and other pages may have changed what is stored. Returns a function that ends the calls, as `signal` does.
 *
 * @example
 * whenShownAgain(() => conversation.catchUp(), chat.signal);
 */
export function whenShownAgain(listener: () => void, signal?: AbortSignal): () => void {
  // Node has no global events.
  if (!('addEventListener' in globalThis)) return () => undefined;
  const handle = (event: Event): void => void (isShownAgain(event) && listener());
  // Only a capturing listener of the window hears those that do not bubble.
  for (const type of SIGNALS) addEventListener(type, handle, true);
  const end = (): void => SIGNALS.forEach((type) => removeEventListener(type, handle, true));
  signal?.addEventListener('abort', end);
  return end;
}

function isShownAgain({ type, persisted }: Event & { readonly persisted?: boolean }): boolean {
  const { document } = globalThis as { readonly document?: PageState };
  // A prerendered page is told that it is visible before it is.
  if (document?.prerendering) return false;
  if (type === 'visibilitychange') return document?.visibilityState === 'visible';
  return type !== 'pageshow' || persisted === true;
}
