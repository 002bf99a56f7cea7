import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { eachFrame, streamed, words } from './streamed.ts';
import { watchWords } from './watch-words.ts';

function links(markdown: string): string[] {
  return [...renderMarkdown(markdown).querySelectorAll('a')].map(({ textContent }) => textContent);
}

describe('an address in the text that is not written as a link', () => {
  for (const [markdown, ...addresses] of [
    [
      '请看 https://shop.example/docs，然后继续。也可以看https://shop.example/help。',
      'https://shop.example/docs',
      'https://shop.example/help',
    ],
    ['（https://a.test/x）「https://b.test/y」', 'https://a.test/x', 'https://b.test/y'],
    ['https://a.test/wiki/東京 https://a.test/?q=東京', 'https://a.test/wiki/東京', 'https://a.test/?q=東京'],
    ['https://a.test/wiki/カール・マルクス', 'https://a.test/wiki/カール・マルクス'],
    ['https://a.test请看 www.b.test/x在线', 'https://a.test', 'www.b.test/x'],
    ['„https://a.test/x“ – https://b.test/y—so', 'https://a.test/x', 'https://b.test/y'],
    ['[https://a.test/x] {https://b.test/y}.', 'https://a.test/x', 'https://b.test/y'],
    ['https://a.test/a_(b)?c=[d]&e', 'https://a.test/a_(b)?c=[d]&e'],
    ['https://a.test/%E6%9D%B1/путь/é', 'https://a.test/%E6%9D%B1/путь/é'],
  ] as const) {
    it(`ends where a human reader ends it: ${markdown}`, () => {
      expect(links(markdown)).to.deep.equal(addresses);
      expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
    });
  }
});

describe('a pipe in a table', () => {
  function rows(table: string): string[][] {
    const found = [...renderMarkdown(table).querySelectorAll('tr')];
    return found.map(({ children }) => [...children].map(({ textContent }) => textContent));
  }

  for (const [row, cells] of [
    ['| `mode` | `"light" | "dark"` |', ['mode', '"light" | "dark"']],
    ['| `a \\| b` | c |', ['a | b', 'c']],
    ['| ``a | ` | b`` | c |', ['a | ` | b', 'c']],
    ['| $P(A|B)$ | \\(|x|\\) |', ['P(A|B)', '|x|']],
    ['| a ` b | c ` d |', ['a ` b', 'c ` d']],
    ['| $5|$10 |', ['$5', '$10']],
    ['| col || td | cells |', ['col', '| td | cells']],
  ] as const) {
    it(`does not split a cell where it is in code or in a formula: ${row}`, () => {
      const table = `| x | y |\n|---|---|\n${row}\n| z | \`|\` |\n\nEnd`;
      expect(rows(table)).to.deep.equal([['x', 'y'], cells, ['z', '|']]);
      expect(streamed(table)).to.equal(outline(renderMarkdown(table)));
    });
  }
});

describe('two citations side by side', () => {
  it('link to one source each, and keep their brackets from the first frame to the last', () => {
    const text = 'In settings[1][2] and [3], as [they][1] say.\n\n[1]: /a\n[2]: /b\n';
    const final = renderMarkdown(text);
    expect(
      [...final.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')]),
    ).to.deep.equal([
      ['[1]', '/a'],
      ['[2]', '/b'],
      ['they', '/a'],
    ]);
    eachFrame(text, 1, (box, received) =>
      expect(words(final).startsWith(words(box)), received).to.equal(true),
    );
  });
});

describe('brackets and dollars that look like the start of markup', () => {
  for (const [what, text, drawn] of [
    ['an index of an expression', 'Here m[key][0] panics, as do f(x)[key][0] and m[key][].', []],
    ['an index and a citation', 'Here m[key][1] panics.\n\n[1]: /a\n', ['[1]']],
    ['names of streams', '[0:v][1:v]overlay takes two.', []],
    ['a string as an index', 'As specs[0]["noise_db"] says [0].\n\n[0]: /a\n', ['[0]', '[0]']],
    ['citations before a colon', 'Look at these [1][2]:\n\n[1]: /a\n[2]: /b\n', ['[1]', '[2]']],
    ['labels', '1. [First][one], [two][]\n2. [one]\n\n[one]: /a\n[two]: /b\n', ['First', 'two', '[one]']],
    [
      'a label that is a citation, too',
      'See [the docs][1], [*one*] and [1].\n\n[1]: /a\n[*one*]: /b',
      ['the docs', '[one]', '[1]'],
    ],
    [
      'links whose words end in a number or a mark',
      'See [Python 3][1], [the guide (PDF)][1], [`run()`][1]; then [doc1][1].\n\n[1]: /a\n',
      ['Python 3', 'the guide (PDF)', 'run()', '[1]'],
    ],
    ['variables', 'In "…$VAR…" the parts $VAR, `…` and \\ are the shell\'s.', []],
    ['a dollar and a full stop', 'It needs no $. A here-string, !$ is the last word.', []],
    ['code in which a question mark comes first', '只读用`? extends T`，只写用`? super T`。', []],
    ['levels of prices', '| a | b | c |\n|--|--|--|\n| Price | $$ | $$$ |\n| Other | $$ | $$ |', []],
  ] as const) {
    it(`are drawn the same in every frame: ${what}`, () => {
      const { lost, passing, vanished, changedByEnd } = watchWords(text, [1]);
      expect({ lost, passing, vanished, changedByEnd }).to.deep.equal({
        lost: [],
        passing: [],
        vanished: [],
        changedByEnd: undefined,
      });
      expect(links(text)).to.deep.equal(drawn);
      expect(renderMarkdown(text).querySelector('.language-math,.language-math-display')).to.equal(null);
    });
  }
});

describe('code in a list item', () => {
  it('keeps its lines that begin like HTML', () => {
    const box = document.createElement('div');
    box.append(
      renderMarkdown('1. First\n\n   ```html\n   <ul>\n     <li>one</li>\n   </ul>\n   ```\n\n2. Second\n'),
    );
    expect(box.querySelector('li pre')?.textContent).to.equal('<ul>\n  <li>one</li>\n</ul>\n');
    expect(box.querySelectorAll('ol > li')).to.have.length(2);
  });
});

describe('the text direction of blocks', () => {
  function directions(markdown: string, selector: string): string[] {
    const box = document.body.appendChild(document.createElement('div'));
    box.append(renderMarkdown(markdown));
    const found = [...box.querySelectorAll(selector)].map((block) =>
      block.matches(':dir(rtl)') ? 'rtl' : 'ltr',
    );
    box.remove();
    return found;
  }

  for (const [what, markdown, selector, expected] of [
    ['items', '- iPhone\n- هاتف ممتاز\n- 3 שלום', 'li', ['ltr', 'rtl', 'rtl']],
    ['loose items', '1. iPhone\n\n2. هاتف\n\n   English', 'li, li > p', ['ltr', 'ltr', 'rtl', 'rtl', 'ltr']],
    [
      'cells',
      '| السعر | iPhone |\n|---|---|\n| a | שלום |',
      'table, th, td',
      ['rtl', 'rtl', 'ltr', 'ltr', 'rtl'],
    ],
    ['paragraphs and headings', '# שלום\n\n> a\n>\n> مرحبا', 'h1, p', ['rtl', 'ltr', 'rtl']],
    [
      'code, which has no vote',
      '- `npm` هاتف\n- שלום `npm`\n\n`a` مرحبا',
      'li, p, code',
      ['rtl', 'ltr', 'rtl', 'ltr', 'rtl', 'ltr'],
    ],
    ['a table of code', '| `a` | `b` |\n|---|---|\n| `c` | مرحبا |', 'table', ['rtl']],
  ] as const) {
    it(`is decided for each block by itself: ${what}`, () => {
      expect(directions(markdown, selector)).to.deep.equal(expected);
    });
  }
});
