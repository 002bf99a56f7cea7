import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebPage } from '../../../../worker/tools/knowledge/pages/web-page.ts';
import { prune } from '../../../../worker/tools/knowledge/pages/prune.ts';

const page = (url: string, canonical: string): WebPage => ({
  url,
  canonical,
  title: url,
  language: 'en',
  sections: [{ heading: url, anchor: '', blocks: [`About ${url}`] }],
});

describe('prune', () => {
  it('keeps the pages of a staging site, whose canonical addresses are those of the real site', () => {
    const pages = ['/', '/a'].map((path) =>
      page(`https://staging.example.com${path}`, `https://www.example.com${path}`),
    );
    const { pages: kept, leftOut } = prune(pages);
    assert.deepEqual(
      [kept.map(({ url }) => url), leftOut],
      [['https://staging.example.com/', 'https://staging.example.com/a'], []],
    );
  });
});
