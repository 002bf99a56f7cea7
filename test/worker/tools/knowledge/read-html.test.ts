import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHtml } from '../../../../worker/tools/knowledge/pages/read-html.ts';
import { prune } from '../../../../worker/tools/knowledge/pages/prune.ts';
import type { WebPage } from '../../../../worker/tools/knowledge/pages/web-page.ts';

const TEXT = 'Enough words for a page, so that nobody takes it for one that is empty or made by scripts.';

function pageOf(content: string, url = 'https://a.example/page'): WebPage {
  const body = Buffer.from(`<title>Page</title><main><h1>Page</h1><p>${TEXT}</p>${content}</main>`);
  const { page } = readHtml({ url, body, headers: new Headers() });
  assert.ok(page);
  return page;
}

describe('an HTML page that is read for the index', () => {
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

  it('keeps the text of code, tables and links', () => {
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

  const codes: readonly (readonly [generator: string, html: string, ...lines: readonly string[]])[] = [
    [
      'VitePress',
      '<div class="language-sh"><span class="lang">sh</span><pre><code>a\nb</code></pre></div>',
      'sh',
      'a',
      'b',
    ],
    [
      'Jekyll',
      '<div class="language-rb highlighter-rouge"><div><pre><code>a</code></pre></div></div>',
      'rb',
      'a',
    ],
    [
      'Starlight',
      '<pre data-language="js"><code><div class="ec-line">a</div><div class="ec-line">b</div></code></pre>',
      '',
      'a',
      'b',
    ],
    ['Hugo', '<pre><code><span class="ln">1</span>a\n<span class="ln">2</span>b</code></pre>', '', 'a', 'b'],
    ['Node', '<pre><code>import a</code><code>require(a)</code></pre>', '', 'import a', 'require(a)'],
    ['a list', '<pre><ol><li>npm install</li><li>npm start</li></ol></pre>', '', 'npm install', 'npm start'],
  ];
  for (const [generator, html, language = '', ...lines] of codes)
    it(`keeps the lines of code as ${generator} writes it`, () =>
      assert.deepEqual(pageOf(`<h2>Part</h2>${html}`).sections[1]?.blocks, [
        `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``,
      ]));

  it('continues under the heading above where a folded question ends', () => {
    const { sections } = pageOf(
      '<h2 id="a">A</h2><details><summary>Q</summary><p>Inner.</p><details><summary>R</summary><p>Deep.</p></details><p>Of Q.</p></details><p>Of A.</p>',
    );
    assert.deepEqual(sections.slice(1), [
      { heading: 'A', anchor: 'a', blocks: ['Of A.'] },
      { heading: 'Q', anchor: 'a', blocks: ['Inner.', 'Of Q.'] },
      { heading: 'R', anchor: 'a', blocks: ['Deep.'] },
    ]);
  });

  const headingTexts: readonly (readonly [html: string, text: string])[] = [
    ['Tea<br>and more', 'Tea and more'],
    ['<span>Tea</span><span>and more</span>', 'Tea and more'],
    ['fn <a href="#a">new</a>() <a href="#a">¶</a>', 'fn new()'],
    ['Tea <a class="anchor" href="#a"><span>Copy link</span></a>', 'Tea'],
    ['Tea <a href="#a">Link to this heading</a>', 'Tea'],
    ['type <a href="#a">A</a>', 'type A'],
    ['<span>H</span><span>e</span><span>l</span><span>l</span><span>o</span>', 'Hello'],
  ];
  for (const [html, text] of headingTexts)
    it(`has the heading "${text}" for ${html}`, () =>
      assert.equal(pageOf(`<h2 id="a">${html}</h2><p>Text.</p>`).sections[1]?.heading, text));

  it('has no links without text, such as pictures, and no comments of readers', () => {
    const { sections } = pageOf(
      '<h2>Part</h2><p>One <a href="/a"><img src="a.png"></a></p><div id="comments" class="comments-area"><h2>2 replies</h2><p>Ignore it.</p></div>',
    );
    assert.deepEqual(sections.slice(1), [{ heading: 'Part', anchor: '', blocks: ['One'] }]);
  });

  it('keeps the question of an answer that is folded by a checkbox', () => {
    const { sections } = pageOf(
      '<h2>Part</h2><input type="checkbox" id="q"><label for="q">Q?</label><div>A.</div>',
    );
    assert.deepEqual(sections[1]?.blocks, ['Q?', 'A.']);
  });

  it('is read, though short or without landmarks, where a heading stands above its text', () => {
    const read = (html: string) =>
      readHtml({ url: 'https://a.example/', body: Buffer.from(html), headers: new Headers() });
    const contact = read('<script></script><main><h1>Contact</h1><p>Call 0421 123456.</p></main>');
    assert.deepEqual(contact.page?.sections, [
      { heading: 'Contact', anchor: '', blocks: ['Call 0421 123456.'] },
    ]);
    assert.equal(read('<script></script><main><h1>Shop</h1><p>Loading…</p></main>').page, undefined);
    const { page } = read(`<h2>Contact</h2><pre class="language-sh">a</pre><p>${TEXT}</p>`);
    assert.deepEqual(page?.sections, [{ heading: 'Contact', anchor: '', blocks: ['```sh\na\n```', TEXT] }]);
  });

  it('takes its title from the head where the only h1 is the name of the site', () => {
    const read = (title: string) =>
      readHtml({
        url: 'https://a.example/',
        body: Buffer.from(
          `<title>${title}</title><body><h1>Shop</h1><main><h2>Tea</h2><p>${TEXT}</p></main>`,
        ),
        headers: new Headers(),
      }).page?.title;
    assert.equal(read('Tea | Shop'), 'Tea | Shop');
    assert.equal(read('Shop: all for tea'), 'Shop');
  });

  it('keeps the text of buttons that fold an answer, and of no other button', () => {
    const { sections } = pageOf(
      `<h2 id="q"><button aria-expanded="false">Q?</button></h2><div aria-hidden="true" aria-labelledby="q">A.</div>
      <button aria-expanded="false" aria-controls="r">R?</button><div id="r">B.</div><button>Copy</button>`,
    );
    assert.deepEqual(sections.slice(1), [
      { heading: 'Q?', anchor: 'q', blocks: ['A.'] },
      { heading: 'R?', anchor: 'q', blocks: ['B.'] },
    ]);
  });

  it('does not join words of two columns, nor footnote numbers with words, and has no table of contents', () => {
    const { sections } = pageOf(
      `<ul><li><a href="#a">One</a></li> <li><a href="#b">Two</a></li></ul><h2>Part</h2>
      <p><span class="role">Buyer</span><span class="mail">a@b.example</span> <span>T</span><span>ea</span> 12<sup>50</sup> m<sup>2</sup></p>`,
    );
    assert.deepEqual(sections[1]?.blocks, ['Buyer a@b.example Tea 12^50 m2']);
    assert.equal(sections[0]?.blocks.length, 1);
  });

  it('names sections by a heading above them that has no text of its own', () => {
    const { sections } = pageOf(
      '<h2>Prices</h2><h3>Small</h3><p>5</p><h3 id="l">Large</h3><p>9</p><h2>More</h2><p>Text.</p>',
    );
    assert.deepEqual(
      sections.slice(1).map(({ heading, anchor }) => `${heading} #${anchor}`),
      ['Prices: Small #', 'Prices: Large #l', 'More #l'],
    );
  });

  it('has the text alternatives of pictures, formulas and abbreviations', () => {
    const { sections } = pageOf(
      `<h2>Ver&shy;sand</h2><p>Versand&shy;kosten <math><mi>x</mi><annotation encoding="application/x-tex">\\frac{a_1}b</annotation></math></p>
      <table><tr><th>A<th>B<th>C<th>D<tr><td><img alt="yes"><td><i class="fa-check"></i><td><svg><title>no</title></svg><td>text</table>`,
    );
    assert.deepEqual(sections[1], {
      heading: 'Versand',
      anchor: '',
      blocks: [
        'Versandkosten $\\frac{a_1}b$',
        '| A | B | C | D |\n| --- | --- | --- | --- |\n| yes | ✓ | no | text |',
      ],
    });
  });

  it('keeps anchors without landmarks: in layout tables, and empty ones, which Readability removes', () => {
    const html = `<table><tr><td><a href="/">Home</a></td><td><p>${TEXT}</p><a name="b"></a><h3>Part</h3>Under it, in a table for layout.</td></tr></table>`;
    const { page } = readHtml({ url: 'https://a.example/', body: Buffer.from(html), headers: new Headers() });
    assert.deepEqual(page?.sections.at(-1), {
      heading: 'Part',
      anchor: 'b',
      blocks: ['Under it, in a table for layout.'],
    });
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
    [
      'a cell over rows beside one over columns',
      '<tr><th colspan="2">Size<th rowspan="2">Price<tr><th>W<th>H<tr><td>10<td>20<td>5 EUR',
      '| Size |  | Price |\n| --- | --- | --- |\n| W | H | Price |\n| 10 | 20 | 5 EUR |',
    ],
    [
      'a cell of its head over more rows than the head has',
      '<thead><tr><th rowspan="3">A<th>B</thead><tr><td>1<td>2',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'a long text over two rows',
      `<tr><th>A<th>B<tr><td rowspan="2">${TEXT.repeat(3)}<td>1<tr><td>2`,
      `| A | B |\n| --- | --- |\n| ${TEXT.repeat(3)} | 1 |\n|  | 2 |`,
    ],
    ['an empty row in front', '<tr></tr><tr><td>Weight<td>1 kg', '|  |  |\n| --- | --- |\n| Weight | 1 kg |'],
    [
      'numbers beside code that are not those of its lines',
      '<tr><td>404</td><td><pre>{"error":"not found"}</pre></td></tr>',
      '404',
      '```\n{"error":"not found"}\n```',
    ],
    [
      'a question that is folded in a cell, and a heading above text under its heads',
      '<tr><th>A<th>B<tr><td><h4>Basic</h4>One<td><details><summary>Q?</summary>A.</details>',
      '| A | B |\n| --- | --- |\n| Basic<br>One | Q?<br>A. |',
    ],
  ];
  for (const [name, html, ...blocks] of tables)
    it(`keeps a table with ${name}`, () =>
      assert.deepEqual(pageOf(`<h2>Part</h2><table>${html}</table>`).sections[1]?.blocks, blocks));

  it('is read where a heading and its text are cells of a layout table', () => {
    const { sections } = pageOf(
      '<table><tr><td>Menu</td><td id="a"><h2>Part</h2>Under it.</td></tr></table>',
    );
    assert.deepEqual(sections[1], { heading: 'Part', anchor: 'a', blocks: ['Under it.'] });
  });

  it("keeps the heading in the caption of a table above the table's text", () => {
    const table = '<table><caption><h2>Prices</h2></caption><tr><td>Tea<td>5 EUR</table>';
    assert.deepEqual(pageOf(table).sections[1], {
      heading: 'Prices',
      anchor: '',
      blocks: ['|  |  |\n| --- | --- |\n| Tea | 5 EUR |'],
    });
  });

  it('is complete though it contains the character that marks headings during the conversion', () => {
    const { sections } = pageOf('<h2>Part</h2><p>Icon &#xE000; here</p><p>And there.</p>');
    assert.deepEqual(sections[1]?.blocks, ['Icon \uE000 here', 'And there.']);
  });

  it('keeps each paragraph among 300 comments and pictures, and the spaces between words', () => {
    const piece = `<p>${TEXT}</p>\n<!-- ad --><img src="a.png">\n`;
    const { sections } = pageOf(`<h2>Part</h2>\n<p>One <b>and</b> <i>two</i></p>${piece.repeat(300)}`);
    assert.equal(sections[1]?.blocks[0], 'One **and** *two*');
    assert.equal(sections[1].blocks.length, 301);
  });

  it('equals its copy at another address, although links to its own headings differ', () => {
    const content = '<p><a href="#a">A</a></p><h2 id="a">A</h2><p>Text.</p>';
    const both = ['https://a.example/', 'https://a.example/index.html'].map((url) => pageOf(content, url));
    assert.deepEqual(
      prune(both).pages.map(({ url }) => url),
      ['https://a.example/'],
    );
  });

  it('is kept where it and its canonical page each name the other one', () => {
    const one = { ...pageOf('<p>One.</p>', 'https://a.example/1'), canonical: 'https://a.example/2' };
    const two = { ...pageOf('<p>Two.</p>', 'https://a.example/2'), canonical: 'https://a.example/1' };
    assert.equal(prune([one, two]).pages.length, 2);
  });

  it('uses the anchor above for a heading that has none', () => {
    const { sections } = pageOf('<h2>None</h2><p>1.</p><h2 id="a">A</h2><p>2.</p><h3>B</h3><p>3.</p>');
    assert.deepEqual(
      sections.slice(1).map(({ heading, anchor }) => [heading, anchor]),
      [
        ['None', ''],
        ['A', 'a'],
        ['B', 'a'],
      ],
    );
  });

  const callouts: readonly (readonly [generator: string, html: string])[] = [
    [
      'Bootstrap',
      '<div class="alert alert-info"><h4 class="alert-heading">Mind the step</h4><p>Steep.</p></div>',
    ],
    ['Docusaurus', '<div class="theme-admonition"><h5>Mind the step</h5><p>Steep.</p></div>'],
    ['Notion', '<aside class="callout"><h3>Mind the step</h3><p>Steep.</p></aside>'],
  ];
  for (const [generator, html] of callouts)
    it(`keeps a callout of ${generator} within its section`, () =>
      assert.deepEqual(pageOf(`<h2 id="a">Part</h2><p>One.</p>${html}<p>Two.</p>`).sections.slice(1), [
        { heading: 'Part', anchor: 'a', blocks: ['One.', '**Mind the step**', 'Steep.', 'Two.'] },
      ]));

  for (const name of ['Note', 'Warning:', 'Examples', 'TIP'])
    it(`does not take "${name}" as the name of a section`, () => {
      const { sections } = pageOf(`<h2>Part</h2><p>One.</p><h3>${name}</h3><p>Two.</p>`);
      assert.deepEqual(sections[1]?.blocks, ['One.', `**${name}**`, 'Two.']);
    });

  it('keeps questions in buttons without aria-controls, and no buttons of forms', () => {
    const { sections } = pageOf(
      `<div class="item"><button id="q">How long?</button><div>Two days.</div></div>
      <div><button>And abroad?</button></div><div>A week.</div><form><h2>Ask</h2><button>Ready?</button></form>`,
    );
    assert.deepEqual(
      sections.slice(1).map(({ heading, blocks }) => [heading, ...blocks]),
      [
        ['How long?', 'Two days.'],
        ['And abroad?', 'A week.'],
      ],
    );
  });

  const read = (html: string) =>
    readHtml({ url: 'https://a.example/', body: Buffer.from(html), headers: new Headers() });

  it('keeps questions that are only in the data for search engines', () => {
    const faq = {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'FAQPage',
          mainEntity: [
            {
              '@type': 'Question',
              name: 'How &amp; why?',
              acceptedAnswer: { text: '<p>By <b>mail</b>.</p>' },
            },
            { '@type': 'Question', name: 'Part', acceptedAnswer: { text: 'Is on the page.' } },
            { '@type': 'Question', name: 'No answer?' },
          ],
        },
      ],
    };
    const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;
    const { sections } = pageOf(
      `<h2>Part</h2><p>Text.</p>${script(JSON.stringify(faq))}${script('{ broken')}`,
    );
    assert.deepEqual(sections.slice(2), [{ heading: 'How & why?', anchor: '', blocks: ['By mail.'] }]);
    const shell = read(`<title>Help</title><div id="root"></div>${script(JSON.stringify(faq))}`);
    assert.equal(shell.page?.sections.length, 2);
  });

  it('keeps the content of a declarative shadow root, with its slotted content', () => {
    const { sections } = pageOf(
      `<h2>Part</h2><my-card><template shadowrootmode="open"><style>p{}</style><p>Inside.</p><slot name="more"></slot><p>After.</p></template><p slot="more">Filled.</p></my-card>`,
    );
    assert.deepEqual(sections[1]?.blocks, ['Inside.', 'Filled.', 'After.']);
  });

  it('has no cookie banner in its text, but may be about cookies', () => {
    const bar = `<div id="cookie-banner"><h2>Cookies</h2><p>${TEXT.repeat(3)}</p></div>`;
    assert.equal(read(`<script></script>${bar}<div id="root"></div>`).page, undefined);
    const page = read(`<div class="cookie-policy"><h1>Cookies</h1><p>${TEXT}</p></div>`).page;
    assert.deepEqual(page?.sections[0]?.blocks, [TEXT]);
  });
});

describe('the pages of one site', () => {
  const pages = ['Tea', 'Coffee', 'Milk', 'Shop: all about us', 'Mugs | Sale'].map((name, index) => {
    const html = `<title>${name} | Shop of Ann</title><header><p>Call <a href="tel:+49421">0421 / 123 456</a></p><p>Menu</p></header>
      <h2>${name}</h2><p>${TEXT} ${index}</p>
      <footer><address>Shop of Ann<br>Main street 1<br>28195 Bremen</address><ul><li>Mo–Fr 9:00–18:00</li><li>© 2019–2026</li></ul></footer>`;
    const { page } = readHtml({
      url: `https://a.example/${index}`,
      body: Buffer.from(html),
      headers: new Headers(),
    });
    return page ?? assert.fail('no page');
  });
  const { pages: pruned } = prune(pages);

  it('have titles without the name of the site', () => {
    assert.deepEqual(
      pruned.map(({ title }) => title),
      ['Tea', 'Coffee', 'Milk', 'Shop: all about us', 'Mugs – Sale'],
    );
  });

  it("keep the owner's contact details once", () => {
    const contacts = pruned.flatMap(({ sections }) =>
      sections.filter(({ heading }) => heading === 'Contact'),
    );
    assert.deepEqual(contacts, [
      {
        heading: 'Contact',
        anchor: '',
        blocks: ['Call 0421 / 123 456\nShop of Ann, Main street 1, 28195 Bremen\nMo–Fr 9:00–18:00'],
      },
    ]);
  });
});
