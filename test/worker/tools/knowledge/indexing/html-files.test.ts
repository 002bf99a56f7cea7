import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { PassageRow } from '../../../../../worker/tools/knowledge/indexing/passage.ts';
import { readDocuments } from '../../../../../worker/tools/knowledge/indexing/read-documents.ts';

const TEXT = 'Enough words for a page, so that nobody takes it for one that is empty or made by scripts.';
const page = (body: string): string => `<!doctype html><title>Site</title><body>${body}</body>`;

describe('an HTML file of a folder', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const read = (html: string | Buffer): readonly PassageRow[] => {
    const file = join(folder, 'guide.html');
    writeFileSync(file, html);
    return readDocuments([file], '/docs/').flatMap(({ passages }) => passages);
  };

  it('is split at headings, with the id of the heading, of its child, of its parent, or of the heading above', () => {
    const passages = read(
      page(`<main><h1 id="top">The <em>guide</em></h1><p>Intro &amp; more.</p>
        <h2><a id="first"></a>First</h2><p>One.</p>
        <section id="second"><h2>Second</h2><p>Two.</p></section>
        <h2>Third</h2>Three.</main>`),
    );
    assert.deepEqual(
      passages.map(({ title, url, text }) => [title, url, text]),
      [
        ['The guide', '/docs/guide.html#top', 'Intro & more.'],
        ['The guide: First', '/docs/guide.html#first', 'One.'],
        ['The guide: Second', '/docs/guide.html#second', 'Two.'],
        ['The guide: Third', '/docs/guide.html#second', 'Three.'],
      ],
    );
  });

  it('has no text that is repeated on every page, and no scripts and styles', () => {
    const passages = read(
      page(`<header>Logo</header><nav>Menu</nav><p>${TEXT}</p><script>alert(1)</script><style>p{}</style>
        <template><p>Later</p></template><aside>Advert</aside><footer>Imprint</footer>`),
    );
    assert.deepEqual(
      passages.map(({ text }) => text),
      [TEXT],
    );
  });

  it('keeps lines of code, table cells and list items apart', () => {
    const [passage] = read(
      page(
        '<pre>a\n  b\n</pre><table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table><ul><li>x<li>y</ul>',
      ),
    );
    assert.equal(passage?.text, '```\na\n  b\n```\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 |\n\n- x\n- y');
  });

  it('uses the title of a document without headings, and copes with ids that are not unique', () => {
    assert.equal(read(page('<p>Text.</p>'))[0]?.title, 'Site');
    const passages = read(page('<h2 id="a">A</h2>one<h2 id="a">B</h2>two'));
    assert.equal(new Set(passages.map(({ id }) => id)).size, 2);
  });

  it('is split at folded sections, and continues under the heading above', () => {
    const passages = read(
      page(
        `<div id="all"><h2 id="faq">Questions</h2>
        <details><summary><b>Do you</b> ship abroad?</summary><p>Yes.</p></details>
        <details id="gift"><summary>Gift wrap?</summary>No.</details><p>Ask us.</p></div>`,
      ),
    );
    assert.deepEqual(
      passages.map(({ title, url, text }) => [title, new URL(url, 'https://x.example').hash, text]),
      [
        ['Site: Questions', '#faq', 'Ask us.'],
        ['Site: Do you ship abroad?', '#faq', 'Yes.'],
        ['Site: Gift wrap?', '#gift', 'No.'],
      ],
    );
  });

  it('may be a file that is not HTML', () => {
    assert.deepEqual(read(''), []);
    const [{ title, text } = { title: '', text: '' }] = read('just <b text');
    assert.deepEqual([title, text], ['guide.html', 'just']);
  });

  it('is read in its encoding, and its links work on any page', () => {
    const html = page(`<h1>Größe</h1><p><a href="b.html#c">Bär</a></p>`);
    assert.equal(read(Buffer.from(html, 'latin1'))[0]?.text, '[Bär](/docs/b.html#c)');
  });

  it('is read like a page of a site: no page twice, the footer once, and no page that forbids indexing', () => {
    const names = ['a.html', 'b.html', 'twin.html', 'hidden.html'];
    for (const name of names)
      writeFileSync(
        join(folder, name),
        `${name === 'hidden.html' ? '<meta name="robots" content="noindex">' : ''}<h1>${name === 'a.html' ? 'A' : 'B'}</h1>
        <p>${name === 'a.html' ? 'One' : 'Two'}.</p><footer><p>Call <a href="tel:+49421">0421 / 123 456</a></p></footer>`,
      );
    const documents = readDocuments(
      names.map((name) => join(folder, name)),
      '/docs/',
    );
    assert.deepEqual(
      documents.map(({ path, passages }) => [path, ...passages.map(({ text }) => text)]),
      [
        ['a.html', 'One.', 'Call 0421 / 123 456'],
        ['b.html', 'Two.'],
      ],
    );
  });
});
