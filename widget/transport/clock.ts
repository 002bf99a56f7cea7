/** Time as the transport needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after a time; returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls `callback` whenever the device may have slept or changed its network; returns a function that ends the calls. */
  whenAwake(callback: () => void): () => void;
}

/** Timers of a page that slept are late, and none of these is sent by all browsers. */
const SIGNALS = ['online', 'pageshow', 'visibilitychange'];

/** The real time. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  whenAwake(callback) {
    // Node has no global events.
    if (!('addEventListener' in globalThis)) return () => undefined;
    for (const type of SIGNALS) addEventListener(type, callback);
    return () => {
      for (const type of SIGNALS) removeEventListener(type, callback);
    };
  },
};
