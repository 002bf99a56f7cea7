/** Keys that visitors press. */
export const KEYS = ['Enter', 'Space', 'Escape', 'Control+End', 'Control+A', 'Backspace'] as const;
export type Key = (typeof KEYS)[number];

/** A place on a page, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A tab of a browser, as its person has it: with a keyboard, a mouse, and what the window of the browser offers. */
export interface Tab {
  /** Runs a function in the page that is shown. Rejects where that page is being left. */
  evaluate<A, T>(run: (argument: A) => T | Promise<T>, argument: A): Promise<T>;
  click(point: Point): Promise<void>;
  /** Presses the mouse twice, so many milliseconds apart by the clock of the mouse, however busy the machine is. */
  clickTwice(point: Point, pauseMs: number): Promise<void>;
  press(key: Key): Promise<void>;
  /** Types a text: as one insertion where the browser allows it, else key by key. */
  insert(text: string): Promise<void>;
  /** Resolves when the page has begun. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Opens the page's address in a tab that begins with a copy of this one's `sessionStorage`. */
  duplicate(): Promise<Tab>;
  /** Comes to the front. */
  show(): Promise<void>;
  /** The process of the page is gone, without an event, as where a browser discards a tab; it is loaded anew. */
  discard(): Promise<void>;
  /** Closes it, with the events of a page that is left. */
  close(): Promise<void>;
}

/** A browser profile of its own, as long as it is open. */
export interface Profile {
  open(url: string): Promise<Tab>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A browser in which left pages are kept, and pages are prerendered where it can. */
export interface TabBrowser {
  readonly name: 'chromium' | 'firefox';
  newProfile(): Promise<Profile>;
  close(): Promise<void>;
}

/** Errors of a page that is on its way: the next look sees another one. */
export function isLeaving(error: unknown): boolean {
  return /navigat|context|closed|detached|destroyed|crashed|Session|not found/i.test(String(error));
}
