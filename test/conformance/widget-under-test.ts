import type { Page } from 'playwright-core';

/** How the page of a widget is set up for one stream. */
export interface Setup {
  /** Absolute address; a POST to it gets the stream. */
  readonly endpoint: string;
  /** The stream's backend: a name in `backends.json`. */
  readonly backend: string;
  /** Whether the body arrives in pieces; false for one JSON. */
  readonly isStream: boolean;
}

/** What a visitor sees once nothing changes any more. */
export interface Sight {
  /** The words of the answer, without separately shown thinking, tools and sources. */
  readonly words: string;
  /** `failed`: the page says that the answer failed or is incomplete. */
  readonly end: 'finished' | 'failed';
}

/** A chat that is tested; each takes about thirty lines. */
export interface WidgetUnderTest {
  /** The heading of its column. */
  readonly name: string;
  /** The package whose version is published with the results. */
  readonly package: string;
  /** Whether the chat's own documentation names this backend. */
  claims(backend: string): boolean;
  /** The HTML that the chat's documentation shows; files of packages are at `/packages/NAME/`. */
  html(setup: Setup): string;
  /** JSON responses to other requests of the chat, by path. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** A module that browsers cannot load without bundling; it is bundled to `/bundle.js`. */
  readonly bundle?: string;
  ask(page: Page, question: string): Promise<void>;
  see(page: Page): Promise<Sight>;
}

/** The text of the last element that matches, or none. */
export async function lastWords(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).allInnerTexts()).at(-1) ?? '';
}

/** Whether an element that matches is on the screen. */
export async function isVisible(page: Page, selector: string): Promise<boolean> {
  return (await page.locator(selector).filter({ visible: true }).count()) > 0;
}
