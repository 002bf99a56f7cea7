import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunkMarkdown } from '../../../../worker/knowledge/indexing/chunk-markdown.ts';

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
    const { passages, headings } = chunkMarkdown(
      '# A\n\n## Use\n\none\n\n## Use\n\ntwo\n\n## Use\n\nthree',
      PLACE,
    );
    assert.deepEqual(
      passages.map(({ url }) => url),
      ['/docs/guide#use', '/docs/guide#use-2', '/docs/guide#use-3'],
    );
    assert.deepEqual(
      headings.map(({ anchor }) => anchor),
      ['a', 'use', 'use-2', 'use-3'],
    );
  });

  it('splits a long section between blocks, with ids of their own and one anchor', () => {
    const { passages } = chunkMarkdown(`# A\n\n${'word '.repeat(300)}\n\n${'text '.repeat(300)}`, PLACE);
    assert.deepEqual(
      passages.map(({ id }) => id),
      ['guide#a', 'guide#a~2'],
    );
    assert.ok(passages.every(({ url }) => url === '/docs/guide#a'));
  });

  it('makes links between documents lead to the same place from any page', () => {
    const source =
      '# A\n\n[b](b.md) [c](../c/d.md#e) [start](index.md) [here](#a) ![](p.webp) [x](https://x.example/y.md) `](b.md`';
    const { passages, markdown } = chunkMarkdown(source, { id: 'f/a', url: '/docs/f/a' });
    const text =
      '[b](/docs/f/b) [c](/docs/c/d#e) [start](/docs/f/) [here](/docs/f/a#a) ![](/docs/f/p.webp) [x](https://x.example/y.md) `](b.md`';
    assert.equal(passages[0]?.text, text);
    assert.ok(markdown.endsWith(text));
  });

  it('makes links absolute where the documents are read on another site', () => {
    const { passages } = chunkMarkdown('[b](b.md#c)', { id: 'a', url: 'https://example.com/help/a' });
    assert.equal(passages[0]?.text, '[b](https://example.com/help/b#c)');
  });

  it('takes a document without any heading', () => {
    const { title, passages } = chunkMarkdown('Just text.', PLACE);
    assert.equal(title, 'guide');
    assert.equal(passages[0]?.text, 'Just text.');
  });
});
