import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunkHtml } from '../../../../../worker/tools/knowledge/indexing/chunk-html.ts';

const PLACE = { id: 'guide.html', url: '/docs/guide.html' };
const page = (body: string): string => `<!doctype html><title>Site</title><body>${body}</body>`;

describe('chunkHtml', () => {
  it('cuts at headings, with the id of the heading, of what it holds, of what is around it, or of the heading above', () => {
    const { title, passages } = chunkHtml(
      page(`<main><h1 id="top">The <em>guide</em></h1><p>Intro &amp; more.</p>
        <h2><a id="first"></a>First</h2><p>One.</p>
        <section id="second"><h2>Second</h2><p>Two.</p></section>
        <h2>Third</h2>Three.</main>`),
      PLACE,
    );
    assert.equal(title, 'The guide');
    assert.deepEqual(
      passages.map(({ title: heading, url, text }) => [heading, url, text]),
      [
        ['The guide', '/docs/guide.html#top', 'Intro & more.'],
        ['The guide: First', '/docs/guide.html#first', 'One.'],
        ['The guide: Second', '/docs/guide.html#second', 'Two.'],
        ['The guide: Third', '/docs/guide.html#second', 'Three.'],
      ],
    );
  });

  it('leaves out what is on every page, and what is no text', () => {
    const { passages } = chunkHtml(
      page(`<header>Logo</header><nav>Menu</nav><p>Text.</p><script>alert(1)</script><style>p{}</style>
        <template><p>Later</p></template><aside>Advert</aside><footer>Imprint</footer>`),
      PLACE,
    );
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Text.'],
    );
  });

  it('keeps the lines of code, the cells of tables and the items of lists apart', () => {
    const { passages } = chunkHtml(
      page(
        '<pre>a\n  b\n</pre><table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table><ul><li>x<li>y</ul>',
      ),
      PLACE,
    );
    assert.equal(passages[0]?.text, '```\na\n  b\n```\n\n1 2\n\n3\n\nx\n\ny');
  });

  it('takes the title of a document without headings, and ids that are not unique', () => {
    assert.equal(chunkHtml(page('<p>Text.</p>'), PLACE).title, 'Site');
    const { passages } = chunkHtml(page('<h2 id="a">A</h2>one<h2 id="a">B</h2>two'), PLACE);
    assert.equal(new Set(passages.map(({ id }) => id)).size, 2);
  });

  it('cuts at what is folded, and goes on under the heading above', () => {
    const { passages } = chunkHtml(
      page(
        `<div id="all"><h2 id="faq">Questions</h2>
        <details><summary><b>Do you</b> ship abroad?</summary><p>Yes.</p></details>
        <details id="gift"><summary>Gift wrap?</summary>No.</details><p>Ask us.</p></div>`,
      ),
      PLACE,
    );
    assert.deepEqual(
      passages.map(({ title, url, text }) => [title, new URL(url, 'https://x.example').hash, text]),
      [
        ['Site: Do you ship abroad?', '#faq', 'Yes.'],
        ['Site: Gift wrap?', '#gift', 'No.'],
        ['Site: Questions', '#faq', 'Ask us.'],
      ],
    );
  });

  it('survives a document that is no HTML', () => {
    assert.deepEqual(chunkHtml('', PLACE).passages, []);
    assert.equal(chunkHtml('just <b text', PLACE).passages[0]?.text, 'just');
  });
});
