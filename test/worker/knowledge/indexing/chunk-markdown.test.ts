import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chunkMarkdown } from '../../../../worker/knowledge/indexing/chunk-markdown.ts';
import { pagesOf, readDocuments } from '../../../../worker/knowledge/indexing/read-documents.ts';
import { renderPage } from '../../../../worker/knowledge/indexing/render-page.ts';

const CONTENT = join(import.meta.dirname, '../../../../worker/knowledge/content');
const PLACE = { id: 'guide', url: '/docs/guide' };

describe('chunkMarkdown', () => {
  it('cuts at headings and keeps title, anchor and text', () => {
    const { title, passages } = chunkMarkdown(
      '# The `guide`\n\nIntro.\n\n## First *step*\n\nDo it.\n',
      PLACE,
    );
    assert.equal(title, 'The guide');
    assert.deepEqual(passages, [
      { id: 'guide#the-guide', title: 'The guide', url: '/docs/guide#the-guide', text: 'Intro.' },
      {
        id: 'guide#first-step',
        title: 'The guide: First step',
        url: '/docs/guide#first-step',
        text: 'Do it.',
      },
    ]);
  });

  it('leaves a heading inside a code fence where it is', () => {
    const { passages } = chunkMarkdown('# A\n\n```sh\n# comment\n```\n', PLACE);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['```sh\n# comment\n```'],
    );
  });

  it('leaves comments out of what is found', () => {
    const { passages } = chunkMarkdown('# A\n\n<!-- note -->\n\nText.\n\n<!-- /note -->\n', PLACE);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Text.'],
    );
  });

  it('tells headings of the same words apart', () => {
    const { passages, html } = chunkMarkdown(
      '# A\n\n## Use\n\none\n\n## Use\n\ntwo\n\n## Use\n\nthree',
      PLACE,
    );
    assert.deepEqual(
      passages.map(({ url }) => url),
      ['/docs/guide#use', '/docs/guide#use-2', '/docs/guide#use-3'],
    );
    for (const id of ['use', 'use-2', 'use-3']) assert.ok(html.includes(`<h2 id="${id}">`));
  });

  it('splits a long section between blocks, with ids of their own and one anchor', () => {
    const { passages } = chunkMarkdown(`# A\n\n${'word '.repeat(300)}\n\n${'text '.repeat(300)}`, PLACE);
    assert.deepEqual(
      passages.map(({ id }) => id),
      ['guide#a', 'guide#a~2'],
    );
    assert.ok(passages.every(({ url }) => url === '/docs/guide#a'));
  });

  it('takes a document without any heading', () => {
    const { title, passages } = chunkMarkdown('Just text.', PLACE);
    assert.equal(title, 'guide');
    assert.equal(passages[0]?.text, 'Just text.');
  });
});

describe('the documentation', () => {
  const pages = pagesOf(readDocuments(CONTENT, '/docs/'));
  const passages = [...pages.values()].flatMap((page) => page.passages);

  it('has an id of its own for every passage', () => {
    assert.equal(new Set(passages.map(({ id }) => id)).size, passages.length);
  });

  for (const id of pages.keys()) {
    it(`has on the page ${id} every anchor that its sources link to, and links only to pages there are`, () => {
      const html = renderPage(id, pages);
      for (const { url } of pages.get(id)!.passages) {
        const [path, anchor] = url.split('#');
        assert.equal(path, `/docs/${id}`);
        assert.ok(html.includes(` id="${anchor}"`), url);
      }
      for (const [, target] of html.matchAll(/href="\.\/([^"]*)"/g)) assert.ok(pages.has(target!), target);
    });
  }
});
