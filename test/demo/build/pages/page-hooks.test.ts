import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { MarkdownRenderer } from '../../../../demo/build/pages/markdown-renderer.ts';
import { DIST } from '../../../../widget/build/project.ts';

const MARKDOWN = `# Pages

## In a list

- \`\`\`answer
  | e |
  |---|
  \`\`\`

- | a |
  |---|
  | b |

\`\`\`answer
**Bold** <script>alert(1)</script>

## Not a heading of the page

| c |
|---|
| d |
\`\`\`

\`\`\`js
run();
\`\`\`

## Last
`;

const renderer = await MarkdownRenderer.open(join(DIST, 'markdown.js'));
const body = renderer.render(MARKDOWN, {
  headings: [
    { depth: 1, text: 'Pages', anchor: 'pages' },
    { depth: 2, text: 'In a list', anchor: 'in-a-list' },
    { depth: 2, text: 'Last', anchor: 'last' },
  ],
  sizes: {},
});
after(() => renderer.close());

describe('a page of the documentation', () => {
  it('has anchors at its headings', () => {
    assert.deepEqual(
      [...body.querySelectorAll('h1, h2')].map(({ id }) => id),
      ['pages', 'in-a-list', '', 'last'],
    );
  });

  it('has scrollable regions around tables and code, also in a list and in an example', () => {
    assert.equal(body.querySelectorAll('.table[tabindex="0"] > table').length, 3);
    assert.equal(body.querySelectorAll(':is(.table .table, .code .code)').length, 0);
    assert.equal(body.querySelectorAll('.code > pre[tabindex="0"]').length, 3);
  });

  it('shows an answer both as source and as the chat draws it', () => {
    const example = body.querySelectorAll('.example')[1];
    assert.match(example?.querySelector('pre')?.textContent ?? '', /^\*\*Bold\*\* <script>/);
    assert.equal(example?.querySelector('.drawn strong')?.textContent, 'Bold');
    assert.equal(example?.querySelector('script'), null);
    assert.equal(body.querySelectorAll('pre:not([hidden])').length, 3);
  });
});
