import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunkMarkdown } from '../../../../../worker/tools/knowledge/indexing/chunk-markdown.ts';

const PLACE = { id: 'guide', url: '/docs/guide' };

describe('chunkMarkdown', () => {
  it('splits at headings, and keeps title, anchor and text', () => {
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
        heading: 'First step',
        url: '/docs/guide#first-step',
        text: 'Do it.',
      },
    ]);
  });

  it('does not split at a heading inside of a code fence', () => {
    const { passages } = chunkMarkdown('# A\n\n```sh\n# comment\n```\n', PLACE);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['```sh\n# comment\n```'],
    );
  });

  it('leaves out HTML comments', () => {
    const { passages } = chunkMarkdown('# A\n\n<!-- note -->\n\nText.\n\n<!-- /note -->\n', PLACE);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Text.'],
    );
  });

  it('gives headings with the same words different anchors', () => {
    const { passages, headings } = chunkMarkdown(
      '# A\n\n## Use\n\none\n\n## Use\n\ntwo\n\n## Use\n\nthree',
      PLACE,
    );
    assert.deepEqual(
      passages.map(({ url }) => url),
      ['/docs/guide#use', '/docs/guide#use-1', '/docs/guide#use-2'],
    );
    assert.deepEqual(
      headings.map(({ anchor }) => anchor),
      ['a', 'use', 'use-1', 'use-2'],
    );
  });

  const anchors: readonly [string, string, string][] = [
    ["What's new?", "What's new?", 'whats-new'],
    ['Costs & taxes', 'Costs & taxes', 'costs--taxes'],
    ['`MAX_TOKENS` (1,024)', 'MAX_TOKENS (1,024)', 'max_tokens-1024'],
    ['A [link](https://a.example) and *more*', 'A link and more', 'a-link-and-more'],
    ['Größe / 返品', 'Größe / 返品', 'größe--返品'],
    ['v2.0 – 2026-11', 'v2.0 – 2026-11', 'v20--2026-11'],
  ];
  for (const [heading, text, anchor] of anchors) {
    it(`gives "${heading}" the anchor that it has on GitHub`, () => {
      const { headings } = chunkMarkdown(`## ${heading}\n\nText.`, PLACE);
      assert.deepEqual(headings, [{ depth: 2, text, anchor }]);
    });
  }

  it('takes title and description from the front matter where there is no heading of level 1', () => {
    const head = '---\ntitle: "Returns: free"\ndescription: >\n  Send it\n  back.\ntags: [a]\n---\n';
    const { title, passages, markdown } = chunkMarkdown(
      `${head}Within 30 days.\n\n## How\n\nBy mail.`,
      PLACE,
    );
    assert.equal(title, 'Returns: free');
    assert.equal(markdown, 'Within 30 days.\n\n## How\n\nBy mail.');
    assert.deepEqual(passages, [
      { id: 'guide#', title, url: '/docs/guide', text: 'Send it back.\n\nWithin 30 days.' },
      {
        id: 'guide#how',
        title: 'Returns: free: How',
        heading: 'How',
        url: '/docs/guide#how',
        text: 'By mail.',
      },
    ]);
    assert.equal(chunkMarkdown(`${head}# Returns\n\nFree.`, PLACE).title, 'Returns');
  });

  it('reads front matter with Windows line ends, with a byte order mark, and an empty one', () => {
    assert.equal(chunkMarkdown('\uFEFF---\r\ntitle: Shop\r\n---\r\nHi.', PLACE).title, 'Shop');
    assert.deepEqual(
      chunkMarkdown('---\n---\nHi.', PLACE).passages.map(({ text }) => text),
      ['Hi.'],
    );
  });

  it('takes text between horizontal rules for text, not for front matter', () => {
    const { passages, title } = chunkMarkdown('---\nJust a line.\n\n---\n\nMore.', PLACE);
    assert.equal(title, 'guide');
    assert.match(passages[0]?.text ?? '', /Just a line\.[^]*More\./);
  });

  it('leaves out front matter that is not YAML, and reports it', () => {
    const { passages, fault } = chunkMarkdown('---\ntitle: Shop: the best\n---\n# Shop\n\nHi.', PLACE);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Hi.'],
    );
    assert.match(fault ?? '', /Nested mappings.*line 1/);
  });

  it('splits a long section between blocks, with separate ids and one anchor', () => {
    const { passages } = chunkMarkdown(`# A\n\n${'word '.repeat(300)}\n\n${'text '.repeat(300)}`, PLACE);
    assert.deepEqual(
      passages.map(({ id }) => id),
      ['guide#a', 'guide#a~2'],
    );
    assert.ok(passages.every(({ url }) => url === '/docs/guide#a'));
  });

  it('makes links between documents absolute paths, which work on any page', () => {
    const source =
      '# A\n\n[b](b.md) [c](../c/d.md#e) [start](index.md) [here](#a) ![](p.webp) [x](https://x.example/y.md) `](b.md`';
    const { passages, markdown } = chunkMarkdown(source, { id: 'f/a', url: '/docs/f/a' });
    const text =
      '[b](/docs/f/b) [c](/docs/c/d#e) [start](/docs/f/) [here](/docs/f/a#a) ![](/docs/f/p.webp) [x](https://x.example/y.md) `](b.md`';
    assert.equal(passages[0]?.text, text);
    assert.ok(markdown.endsWith(text));
  });

  it('adds the origin to links where the documents are shown on another site', () => {
    const { passages } = chunkMarkdown('[b](b.md#c)', { id: 'a', url: 'https://example.com/help/a' });
    assert.equal(passages[0]?.text, '[b](https://example.com/help/b#c)');
  });

  it('splits at folded sections, by HTML or a component, and finds no code in their indented text', () => {
    const source = `# Shop
## FAQ
<AccordionGroup>
  <Accordion title="Do you ship abroad?" icon="x">
    Yes:

    \`\`\`sh
    <Step title="not this">
    \`\`\`
  </Accordion>
  <Accordion title='How "free"?'>
    Quite.
  </Accordion>
</AccordionGroup>

<details>
<summary>Gift <em>wrap</em>?</summary>

No.
</details>

<Card title="Elsewhere" href="/b">
  A link.
</Card>
`;
    const { passages } = chunkMarkdown(source, PLACE);
    assert.deepEqual(
      passages.map(({ title, text }) => [title, text]),
      [
        ['Shop: Do you ship abroad?', 'Yes:\n\n```sh\n<Step title="not this">\n```'],
        ['Shop: How "free"?', 'Quite.'],
        ['Shop: Gift wrap?', 'No.'],
        ['Shop: FAQ', 'A link.'],
      ],
    );
    assert.ok(passages.every(({ url }) => url.endsWith('#faq')));
  });

  it('accepts a document without any heading', () => {
    const { title, passages } = chunkMarkdown('Just text.', PLACE);
    assert.equal(title, 'guide');
    assert.equal(passages[0]?.text, 'Just text.');
  });
});
