import { expect } from 'chai';
import { snippetOf } from '../../../widget/protocol/snippet.ts';

/** The snippet, with brackets around the found words. */
function mark(text: string, words: readonly string[]): string {
  const snippet = snippetOf(text, words);
  return snippet.ranges.reduceRight(
    (marked, [start, end]) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    snippet.text,
  );
}

const LONG = `${'Nothing here. '.repeat(30)}Returns are free. Refunds take a week, and returning costs nothing. ${'Nothing there. '.repeat(30)}`;

describe('snippetOf', () => {
  const cases: readonly [string, readonly string[], string][] = [
    ['Returns are free.', ['return'], '[Returns] are free.'],
    ['Return it.', ['returns'], '[Return] it.'],
    ['We embedded it.', ['embed'], 'We [embedded] it.'],
    ['A port, ports and a portfolio', ['port', 'x'], 'A [port], [ports] and a portfolio'],
    ['A port and a portfolio', ['x', 'port'], 'A [port] and a [portfolio]'],
    ['Café ouvert', ['cafe'], '[Café] ouvert'],
    ['返品は無料です', ['返品', '品は'], '[返品は]無料です'],
    ['😀 İstanbul shop', ['shop'], '😀 İstanbul [shop]'],
    ['Nothing', ['a'], 'Nothing'],
    ['', ['a'], ''],
  ];
  for (const [text, words, marked] of cases)
    it(`marks ${words.join(' ')} in ${JSON.stringify(text)}`, () => {
      expect(mark(text, words)).to.equal(marked);
    });

  it('shows the part with most of the words, from the beginning of a sentence', () => {
    expect(mark(LONG, ['refund', 'return'])).to.match(
      /^…(?:Nothing here\. )*\[Returns\] are free\. \[Refunds\] take a week, and \[returning\] costs nothing\..*…$/,
    );
  });

  it('shows the beginning where no word is found, and never half of a character', () => {
    expect(mark(LONG, ['zebra'])).to.match(/^Nothing here\./);
    for (let lead = 0; lead < 4; lead++) {
      const { text } = snippetOf(`${'a'.repeat(lead)}${'😀'.repeat(300)}`, ['zebra']);
      expect(text).not.to.match(/[\uD800-\uDFFF]/u);
    }
  });

  it('keeps each range inside of the text', () => {
    for (const word of ['nothing', 'free', 'there']) {
      const { text, ranges } = snippetOf(LONG, [word]);
      expect(text.length).to.be.below(170);
      for (const [start, end] of ranges) expect(text.slice(start, end).toLowerCase()).to.equal(word);
    }
  });
});
