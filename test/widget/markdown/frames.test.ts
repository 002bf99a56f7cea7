import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { ANSWERS, DENSE_ANSWER } from './answers.ts';
import { eachFrame, selectWords, words } from './streamed.ts';

await loadSanitizer();

describe('MarkdownStream, frame by frame', () => {
  for (const size of [1, 3, 16]) {
    it(`shows no text in a frame that the final text does not have, with ${size} characters a frame`, () => {
      for (const answer of [...ANSWERS, DENSE_ANSWER]) {
        const final = words(renderMarkdown(answer));
        eachFrame(answer, size, (box, received) => {
          const shown = words(box);
          expect(final.startsWith(shown), `${received.slice(-40)} -> ${shown.slice(-40)}`).to.equal(true);
        });
      }
    }).timeout(30_000);
  }

  it("shows an open `<details>` with its own summary, never with the browser's default label", () => {
    eachFrame(
      'Words\n\n<details open>\n<summary>More</summary>\n\nHidden.\n\n</details>',
      1,
      (box, received) => {
        for (const details of box.querySelectorAll('details'))
          expect(details.firstElementChild?.localName, received).to.equal('summary');
      },
    );
  });

  for (const [before, between] of [
    ['', '\n'],
    ['> ', '\n> '],
    ['- ', '\n  '],
  ] as const) {
    it(`shows no half tag of details or of a table, behind '${before}'`, () => {
      const details = ['<details>', '<summary>More</summary>', '', 'Hidden.', '', '</details>'];
      const table = ['<table>', '<tr><td>A cell</td></tr>', '</table>'];
      for (const lines of [details, table]) {
        eachFrame(`${before}${lines.join(between)}\n\nEnd`, 1, (box, received) =>
          expect(box.textContent, received).not.to.match(/[<>]/),
        );
      }
    });
  }

  for (const [marker, indent] of [
    ['- ', '  '],
    ['10. ', '    '],
    ['', '  '],
  ] as const) {
    it(`keeps each table row while the white space before the next row arrives, behind '${marker}'`, () => {
      const rows = ['| a | b |', '|---|---|', '| c | d |', '| e | f |', '| g | h |'];
      let most = 0;
      eachFrame(`${marker}${rows.join(`\n${indent}`)}\n`, 1, (box, received) => {
        const count = box.querySelectorAll('td').length;
        expect(count, JSON.stringify(received.slice(-20))).to.be.at.least(most);
        most = count;
      });
      expect(most).to.equal(6);
    });
  }

  for (const text of [
    '[Note: see [the docs](https://docs.example) for [more](/more) of it]',
    'See [one [two](https://two.example)',
    'See [![a [b](https://c.example) d](/pic) e](https://d.example) f',
    '[![alt](/pic) words](https://docs.example) and ![an image of [a link](/x)](/pic)',
  ]) {
    it(`shows neither address nor closing bracket of a link inside of a link: ${text}`, () => {
      eachFrame(text, 1, (box, received) => expect(words(box), received).not.to.match(/\]?\(|http/));
    });
  }

  it('shows no bracket of a link whose text has brackets', () => {
    eachFrame('See [the [draft] spec](https://docs.example) and [a *so [or] so*](/x).', 1, (box, received) =>
      expect(words(box), received).not.to.match(/\[(?!draft\]|or\])|(?<!\[draft|\[or)\]/),
    );
  });

  for (const text of [
    '[see <https://a.example> and [b',
    'At https://a.example/b_(c)_d*e*_f and www.a.example/_b_.',
    'Words\n\n    a | b\n- one\n- **two  \n  and** more \n  *and* more',
    'As [doc1][doc2] say, and [doc3].',
    'It says so [2, p. 14], as others do [3, 5].',
    'At arr[0]_index, f(x)_max and *more*',
    'See [the words][1], [more][] and ![an image][1].\n\n[1]: /x\n[more]: /y',
  ]) {
    it(`shows no text in a frame that the final text does not have: ${text.split('\n', 1)[0]}`, () => {
      const final = words(renderMarkdown(text));
      eachFrame(text, 1, (box, received) => expect(final.startsWith(words(box)), received).to.equal(true));
    });
  }

  it("reads Azure's citations [doc1][doc2] as two citations and not as a link", () => {
    eachFrame('As [doc1][doc2] say, and [doc3].', 1, (box, received) =>
      expect(box.querySelector('a'), received).to.equal(null),
    );
  });

  it('does not read a mark behind a closing bracket as the start of emphasis', () => {
    eachFrame('At arr[0]_index, f(x)_max and more', 1, (box, received) =>
      expect(box.querySelector('em'), received).to.equal(null),
    );
  });

  it('shows the whole of a long paragraph without spaces', () => {
    const sentence = 'これは長い段落の文です。';
    eachFrame(sentence.repeat(600), 100, (box, received) =>
      expect(words(box)).to.have.length(received.length),
    );
  });

  it('keeps a line in sight when a pipe arrives that could begin a table', () => {
    let shown = '';
    eachFrame('One or | two\n\nA | B\n--- | ---\nC | D\n', 1, (box, received) => {
      expect(words(box).startsWith(shown), received).to.equal(true);
      shown = words(box);
    });
    expect(shown).to.equal('Oneor|twoABCD');
  });

  for (const [kind, start, more] of [
    ['paragraph', 'Select me, please. ', 'More **words** follow, and `more`. '],
    ['list', '- Select me, please.\n', '- more\n  - nested\n'],
    ['loose list', '- Select me, please.\n\n', '- more\n\n'],
    ['quote', '> Select me, please.\n', '> more\n>\n> and more\n'],
    ['code block', '```\nSelect me, please.\n', 'more();\n\n'],
    ['table', '| Select me, please. | b |\n|---|---|\n', '| c | d |\n'],
    ['heading to be', 'Select me, please.\n', '===\n\nmore'],
  ] as const) {
    it(`keeps a selection at the start of an open ${kind}`, () => {
      const text = start + more.repeat(40);
      const box = eachFrame(text, 5, (drawn, received) => {
        if (received.length < start.length + 5 || getSelection()?.toString() === 'Select') return;
        expect(received.length, 'selection lost').to.be.below(start.length + 10);
        selectWords(drawn, 'Select');
      });
      expect(words(box)).to.equal(words(renderMarkdown(text)));
    });
  }

  it('keeps details open that the visitor has opened, while the answer grows', () => {
    eachFrame(
      '<details>\n<summary>More</summary>\n\nWords.\n\n</details>\n\nAnd more words.',
      1,
      (box, received) => {
        const details = box.querySelector('details');
        if (!details) return;
        if (received.length < 50) details.open = true;
        expect(details.open, received).to.equal(true);
      },
    );
  });

  it('keeps the focus on a link while its block grows', () => {
    let focused: Element | null = null;
    eachFrame(`- a [link](https://example.com/) here\n${'- and more\n'.repeat(60)}`, 7, (box) => {
      const link = box.querySelector('a[href]');
      if (focused) expect(document.activeElement).to.equal(focused);
      else if (link instanceof HTMLElement) {
        link.focus();
        focused = link;
      }
    });
    expect(focused).not.to.equal(null);
  });
});
