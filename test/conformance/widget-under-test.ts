import type { Page } from 'playwright-core';

/** How the page of a widget is to be set up for one stream. */
export interface Setup {
  /** Absolute; a POST to it replays the stream. */
  readonly endpoint: string;
  /** The backend that the stream is of: a name in `backends.json`. */
  readonly backend: string;
  /** The body comes in pieces; false for one JSON. */
  readonly isStream: boolean;
}

/** What a visitor sees when nothing changes any more. */
export interface Sight {
  /** The words of the answer, without those of thinking, tools and sources that stand apart. */
  readonly words: string;
  /** `failed`: something on the page says that the answer failed, or is not whole. */
  readonly end: 'finished' | 'failed';
}

/** A chat to be tested: about thirty lines each. */
export interface WidgetUnderTest {
  /** The head of its column. */
  readonly name: string;
  /** The package whose version is named. */
  readonly package: string;
  /** Whether its own documentation says that it reads this backend. */
  claims(backend: string): boolean;
  /** What its documentation says to put on a page; files of packages are at `/packages/NAME/`. */
  html(setup: Setup): string;
  /** Answers to other requests that it makes, as JSON, by path. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** A module beside the packages that a browser cannot load as it is: it is bundled to `/bundle.js`. */
  readonly bundle?: string;
  ask(page: Page, question: string): Promise<void>;
  see(page: Page): Promise<Sight>;
}

/** The words of the last element that fits, or none. */
export async function lastWords(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).allInnerTexts()).at(-1) ?? '';
}

/** Whether an element that fits is on the screen. */
export async function isVisible(page: Page, selector: string): Promise<boolean> {
  return (await page.locator(selector).filter({ visible: true }).count()) > 0;
}
