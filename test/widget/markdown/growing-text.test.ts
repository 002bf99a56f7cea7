import { expect } from 'chai';
import { DocumentWriter } from '../../../widget/markdown/document-writer.ts';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';
import { outline } from './dom-outline.ts';

/** A box with the drawing of a text that arrived in these pieces. */
function drawPieces(pieces: readonly string[]): Element {
  const box = document.createElement('div');
  const writer = new DocumentWriter(box, {}, {});
  for (const piece of pieces) writer.write(piece);
  return box;
}

/**
 * Counts how often open blocks are parsed while a text arrives in these pieces. Checks that the drawing equals
 * that of the whole text.
 */
function countReadings(pieces: readonly string[]): number {
  const { lexOpen } = MarkdownLexer.prototype;
  let count = 0;
  MarkdownLexer.prototype.lexOpen = function (...args) {
    count++;
    return lexOpen.apply(this, args);
  };
  try {
    const drawn = drawPieces(pieces);
    const readings = count;
    expect(outline(drawn)).to.equal(outline(drawPieces([pieces.join('')])));
    return readings;
  } finally {
    MarkdownLexer.prototype.lexOpen = lexOpen;
  }
}

describe('GrowingText', () => {
  for (const [start, more] of [
    ['Some **big** wor', ['ds', ' come', ', one (and', ' more)', ' by', ' one.']],
    ['- a list of wor', ['ds', ' come']],
    ['> a quote of wor', ['ds', ' come']],
    ['# A heading of wor', ['ds', ' come']],
    ['- [ ] to d', ['o', ' now']],
    ['مرحبا بال', ['عالم', ' كله']],
    ['首先', ['，', '我们', '需要。']],
    ['A', ['ll', ' of', ' it – 5', ' %/day']],
    ['- A', ['ll']],
    ['| a | b | c |\n|---|---|---|\n| first | wor', ['ds', ' come']],
    ['Some **big wor', ['ds', ' come.']],
    ['- *a _b wor', ['ds', ' come']],
    ['The **sum:** ', ['is', ' 12,5', ' or', ' 6:3', '0 +2']],
    ['H<sub>2</sub>O wor', ['ds', ' come']],
    ['See `a.b', ['(c) { **', '[d](e']],
    ['```js\nlet a', [' = [1];', ' // `b` **c']],
    ['- a\n\n  ~~~\n  let', [' a', ' = 1']],
  ] as const) {
    it(`appends new characters without parsing the block again: ${JSON.stringify(start)}`, () => {
      expect(countReadings([start, ...more])).to.equal(1);
    });
  }

  for (const pieces of [
    ['see www', '.a', '.example'],
    ['see www.', 'a', '.example'],
    ['write to a@b', '.', 'example'],
    ['see https', '://a.example'],
    ['a snake_', 'case and *', 'b* c'],
    ['a b', '\n---\n', 'c'],
    ['# a ', 'b'],
    ['some `co', 'de` here'],
    ['a b  ', '\nc'],
    ['| a | b |\n|---|---|\n| c | d', ' e |'],
    ['```\na b', ' c\n```'],
    ['    a b', ' c'],
    ['a <b>c d', ' e</b>'],
    ['a &am', 'p; b'],
    ['- a b\n', '  c', ' d'],
    ['see !', '[a](/b)'],
    ['see it', '!', '[a](/b)'],
    ['a\n\nb c', ' d\n\ne f', ' g'],
    ['- 1', '. a'],
    ['Some **big wor', 'ds** and'],
    ['See [the wor', 'ds](/a)'],
    ['See `a', '` and'],
    ['| a | b |\n|---|---|\n| `c', ' | d |'],
    ['See `' + 'a'.repeat(230), 'a'.repeat(20)],
    ['```js\nlet a', ' = 1;\n```\n'],
    ['```', 'js\nlet a'],
    ['> ```\n> a>\n> ', 'b'],
    ['> ```\n> a>\n>', ' b'],
    ['    let a', '\nb'],
    ['$$\na', '$$ b'],
    ['a & b', '& c &amp', '; d'],
    ['see 3', '. a'],
    ['a\n+', ' b'],
    ['H<sub>2', '</sub', '>O'],
    ['see www.1', '.2.test'],
    ['see www.a.test/(', 'b', ')'],
    ['write to me@a.test', '.', 'de'],
    ['| a | b |\n|---|---|\n| `c ` | ', 'one', ' of two'],
    ['| a | b |\n|---|---|\n| c ', 'd', ' e'],
    ['a `b `', 'c'],
    ['[^1]: 3', '.', ' Auflage'],
    ['<a href="https://evil.test">log in at bank', '．test', ' now'],
    ['~~~\n```js\n~~~\n\n```js', 'on', '\n{}\n```\n\nEnd'],
    ['Type `` ```java ``\n\n```java', 'script', '\nx\n```\n\nEnd'],
    ['| a | - |\n| - | -', '-'],
  ]) {
    it(`parses the block again when a piece may be syntax: ${JSON.stringify(pieces)}`, () => {
      expect(countReadings(pieces)).to.be.above(1);
    });
  }

  for (const unit of [' "', ' foo…', ' a’s', ' (a)', '…', '注意，']) {
    it(`scans each character of a long text once: ${JSON.stringify(unit)}`, () => {
      const text = `${unit.repeat(2000)}*`;
      expect(drawPieces(['See a', text]).textContent).to.contain(unit.repeat(2000));
    });
  }

  it('finds the start of a code span in a very long line', () => {
    const line = `${'a'.repeat(100_000)} `;
    expect(drawPieces([line, '`b', 'c']).lastElementChild?.lastElementChild?.outerHTML).to.equal(
      '<code dir="ltr">bc</code>',
    );
  });

  it('does not append to a text node that the page has split', () => {
    const box = document.createElement('div');
    const writer = new DocumentWriter(box, {}, {});
    writer.write('Some words he');
    const text = box.querySelector('p')?.firstChild as Text;
    text.splitText(4);
    for (const piece of ['re', ' and there']) writer.write(piece);
    expect(box.textContent?.trim()).to.equal('Some words here and there');
  });

  it('keeps words in the elements into which an embedder has put them', () => {
    const box = document.createElement('div');
    const decorate = (blocks: DocumentFragment): void => {
      for (const paragraph of blocks.querySelectorAll('p')) {
        const words = paragraph.textContent.split(/(?= )/).map((word, index) => {
          const element = document.createElement(index === 0 ? 'abbr' : 'span');
          element.textContent = word;
          return element;
        });
        paragraph.replaceChildren(...words);
      }
    };
    const writer = new DocumentWriter(box, {}, { decorate });
    for (const piece of ['So', 'me', ' wor', 'ds', ' come', ' now']) writer.write(piece);
    expect([...box.querySelectorAll('abbr,span')].map(({ textContent }) => textContent)).to.deep.equal([
      'Some',
      ' words',
      ' come',
      ' now',
    ]);
  });

  it('does not extend a selection that ends at the end of a growing line of code', () => {
    const box = document.body.appendChild(document.createElement('div'));
    const writer = new DocumentWriter(box, {}, {});
    writer.write('```js\nlet a');
    const text = box.querySelector('code')?.firstChild as Text;
    getSelection()?.setBaseAndExtent(text, 0, text, text.length);
    for (const piece of [' = 1', ' + 2', ';\nb']) writer.write(piece);
    const selected = `${getSelection()}`;
    box.remove();
    expect(selected.trim()).to.equal('let a');
  });
});
