/** Time as the transport needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after that many milliseconds; returns what prevents it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The real time. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
