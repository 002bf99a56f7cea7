/** Who reads a turn. */
export interface Readership {
  /** Readers that are there. */
  readonly readers: number;
  /** When the last one went away. */
  readonly unreadSince: number;
}

/** Milliseconds since the last reader of a turn went away, 1 or more; 0 while somebody reads. */
export function unreadMs({ readers, unreadSince }: Readership): number {
  return readers > 0 ? 0 : Math.max(1, Date.now() - unreadSince);
}
