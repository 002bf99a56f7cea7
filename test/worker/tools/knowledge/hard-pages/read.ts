import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readHtml } from '../../../../../worker/tools/knowledge/pages/read-html.ts';

/**
 * A page of difficult HTML, and the expected sections: each its heading with its anchor, and its blocks of
 * markdown.
 */
export interface HardPage {
  /** The title of the test: what a public report says that a crawler has lost, or had too much, on such a page. */
  readonly name: string;
  readonly html: string;
  readonly sections: readonly (readonly [heading: string, ...blocks: readonly string[]])[];
}

/** Longer than the placeholder text of pages that are made by scripts. */
export const TEXT = 'Tea is delivered within two days in the whole country, and within a week to all others.';

/** Defines one test for each page. */
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
