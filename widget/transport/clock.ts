/** The fields of `document` that are read here; in a worker there is no `document`. */
interface PageState {
  readonly visibilityState: string;
  /** Chromium only. */
  readonly prerendering?: boolean;
}

/** Time for the transport; tests bring a clock of their own. */
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

/** No browser sends all of these, and several may come at once. */
const SIGNALS = ['online', 'pageshow', 'prerenderingchange', 'resume', 'visibilitychange'];

/**
 * Calls `listener` when the page is shown again, when a prerendered page is first shown, and when the network is
 * back: timers are late then, and other tabs may have changed what is stored. Returns a function that stops the
 * calls; `signal` stops them too.
 *
 * @example
 * whenShownAgain(() => conversation.catchUp(), chat.signal);
 */
export function whenShownAgain(listener: () => void, signal?: AbortSignal): () => void {
  // In Node there is no global `addEventListener`.
  if (!('addEventListener' in globalThis)) return () => undefined;
  const handle = (event: Event): void => void (isShownAgain(event) && listener());
  // `visibilitychange` and others do not bubble to the window; a capturing listener of the window receives them.
  for (const type of SIGNALS) addEventListener(type, handle, true);
  const end = (): void => SIGNALS.forEach((type) => removeEventListener(type, handle, true));
  signal?.addEventListener('abort', end);
  return end;
}

function isShownAgain({ type, persisted }: Event & { readonly persisted?: boolean }): boolean {
  const { document } = globalThis as { readonly document?: PageState };
  // A prerendered page may report `visible` before it is shown.
  if (document?.prerendering) return false;
  if (type === 'visibilitychange') return document?.visibilityState === 'visible';
  return type !== 'pageshow' || persisted === true;
}
