import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHtml } from '../../../../worker/tools/knowledge/pages/read-html.ts';
import { prune } from '../../../../worker/tools/knowledge/web/prune.ts';
import type { WebPage } from '../../../../worker/tools/knowledge/pages/web-page.ts';

const TEXT = 'Enough words for a page, so that nobody takes it for one that is empty or made by scripts.';

function pageOf(content: string, url = 'https://a.example/page'): WebPage {
  const body = Buffer.from(`<title>Page</title><main><h1>Page</h1><p>${TEXT}</p>${content}</main>`);
  const { page } = readHtml({ url, body, headers: new Headers() });
  assert.ok(page);
  return page;
}

describe('a page of HTML', () => {
  const headings: readonly (readonly [name: string, html: string, anchor: string])[] = [
    ['its own id', '<h2 id="a">Part</h2>', 'a'],
    ['an id in it', '<h2><span id="a">Part</span></h2>', 'a'],
    ['an anchor before it', '<p>…</p><a name="a"></a><h2>Part</h2>', 'a'],
    [
      "GitHub's anchor behind it",
      '<div><h2>Part</h2><a id="user-content-a" href="#a">¶</a></div>',
      'user-content-a',
    ],
    [
      'an element that begins with it',
      '<section id="a"><header><h2>Part</h2></header><p>…</p></section>',
      'a',
    ],
    ['letters beyond ASCII', '<h2 id="größe">Part</h2>', 'gr%C3%B6%C3%9Fe'],
    ['no id, below other text of an element with one', '<div id="a"><p>…</p><h2>Part</h2></div>', ''],
    ['a card that is an item and a link', '<ul><li><a href="/b"><h3 id="a">Part</h3></a></li></ul>', 'a'],
    ['a question that is folded', '<details id="a"><summary>Part</summary></details>', 'a'],
  ];
  for (const [name, html, anchor] of headings) {
    it(`links to a heading by ${name}`, () => {
      const marked = html.replace(/(<\/h[23]>(?:<a.*<\/a>)?|<\/summary>)/, '$1<p>Under it.</p>');
      const section = pageOf(marked).sections.find(({ heading }) => heading === 'Part');
      assert.equal(section?.anchor, anchor);
      assert.ok(section.blocks[0]?.startsWith('Under it.'), section.blocks[0]);
    });
  }

  it('keeps the words of code, tables and links', () => {
    const { sections } = pageOf(
      `<h2>Part</h2><pre>one\n  two</pre><pre><code class="language-sh">a<br>b</code></pre>
      <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><p><a href="../b?c#d">B</a> <a href="javascript:x()">X</a></p>`,
    );
    assert.deepEqual(sections[1]?.blocks, [
      '```\none\n  two\n```',
      '```sh\na\nb\n```',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
      '[B](https://a.example/b?c#d) X',
    ]);
  });

  const tables: readonly (readonly [name: string, html: string, ...blocks: readonly string[]])[] = [
    [
      'headings in its heads and a list in a cell',
      '<tr><th></th><th><h3>Basic</h3></th></tr><tr><th>Has</th><td><ul><li>One</li><li>Two</li></ul></td></tr>',
      '|  | Basic |\n| --- | --- |\n| Has | - One<br>- Two |',
    ],
    [
      'a caption, and cells over two columns and rows',
      '<caption>Prices</caption><thead><tr><th colspan="2">To</th><th>Price</th></tr></thead><tr><td rowspan="2">Norway<td>1 kg<td>5<tr><td>2 kg<td>a | b',
      'Prices',
      '| To |  | Price |\n| --- | --- | --- |\n| Norway | 1 kg | 5 |\n| Norway | 2 kg | a \\| b |',
    ],
    ['no heads', '<tr><td>Weight<td>1 kg', '|  |  |\n| --- | --- |\n| Weight | 1 kg |'],
    [
      'code beside its line numbers',
      '<tr><td><pre>1\n2</pre></td><td><pre>npm i\nnpm start</pre></td></tr>',
      '```\nnpm i\nnpm start\n```',
    ],
    [
      'a table in it, for layout',
      '<tr><td>Left</td><td>Right<table><tr><td>1<td>2</table></td></tr>',
      'Left',
      'Right',
      '|  |  |\n| --- | --- |\n| 1 | 2 |',
    ],
  ];
  for (const [name, html, ...blocks] of tables)
    it(`keeps a table with ${name}`, () =>
      assert.deepEqual(pageOf(`<h2>Part</h2><table>${html}</table>`).sections[1]?.blocks, blocks));

  it('is read where a heading and its text are cells of a layout', () => {
    const { sections } = pageOf(
      '<table><tr><td>Menu</td><td id="a"><h2>Part</h2>Under it.</td></tr></table>',
    );
    assert.deepEqual(sections[1], { heading: 'Part', anchor: 'a', blocks: ['Under it.'] });
  });

  it('keeps each paragraph among 300 comments and pictures, and the spaces between words', () => {
    const piece = `<p>${TEXT}</p>\n<!-- ad --><img src="a.png">\n`;
    const { sections } = pageOf(`<h2>Part</h2>\n<p>One <b>and</b> <i>two</i></p>${piece.repeat(300)}`);
    assert.equal(sections[1]?.blocks[0], 'One **and** *two*');
    assert.equal(sections[1].blocks.length, 301);
  });

  it('is one with another address of it, whose links to its own headings differ', () => {
    const content = '<p><a href="#a">A</a></p><h2 id="a">A</h2><p>Text.</p>';
    const both = ['https://a.example/', 'https://a.example/index.html'].map((url) => pageOf(content, url));
    assert.deepEqual(
      prune(both).pages.map(({ url }) => url),
      ['https://a.example/'],
    );
  });

  it('is kept where it and its canonical page each name the other', () => {
    const one = { ...pageOf('<p>One.</p>', 'https://a.example/1'), canonical: 'https://a.example/2' };
    const two = { ...pageOf('<p>Two.</p>', 'https://a.example/2'), canonical: 'https://a.example/1' };
    assert.equal(prune([one, two]).pages.length, 2);
  });
});
