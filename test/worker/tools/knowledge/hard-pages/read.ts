import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readHtml } from '../../../../../worker/tools/knowledge/pages/read-html.ts';

/** A page of hard markup, and what its reader has: each section as its heading with its anchor, and its blocks of markdown. */
export interface HardPage {
  /** What a page like this lost, or had too much, in a public report about a crawler; the test's title. */
  readonly name: string;
  readonly html: string;
  readonly sections: readonly (readonly [heading: string, ...blocks: readonly string[]])[];
}

/** Longer than what a page made by scripts says before they run. */
export const TEXT = 'Tea is delivered within two days in the whole country, and within a week to all others.';

/** Defines a test for each page. */
export function defineTests(pages: readonly HardPage[]): void {
  for (const { name, html, sections } of pages)
    it(name, () => {
      const body = Buffer.from(html);
      const { page } = readHtml({ url: 'https://a.example/tea', body, headers: new Headers() });
      const found = page?.sections.map(({ heading, anchor, blocks }) => [
        anchor === '' ? heading : `${heading} #${anchor}`,
        ...blocks,
      ]);
      assert.deepEqual(found ?? [], sections);
    });
}
