import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { streamed } from './streamed.ts';

const WRAPPED =
  'A line of prose that some tool has cut at its seventy-second column, so that it\ngoes on with a small letter.';

function breaksIn(markdown: string, lineEnds?: 'keep' | 'join'): number {
  return renderMarkdown(markdown, lineEnds && { lineEnds }).querySelectorAll('br').length;
}

describe('single line breaks in a paragraph', () => {
  for (const [markdown, count] of [
    ['Example Ltd\n12 High Street\nLondon', 2],
    ['🍎 apples\n🍞 bread', 1],
    ['- **Where?**\n  At *home,\n  I* think', 2],
    ['Roses are red,\nviolets are blue', 1],
    ['hard  \nand hard\\\nand `not\nthis`', 2],
    [WRAPPED, 0],
    [WRAPPED.replace('goes', 'Goes'), 1],
  ] as const) {
    it(`become ${count} <br> in ${JSON.stringify(markdown.slice(0, 40))}`, () => {
      expect(breaksIn(markdown)).to.equal(count);
      expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
    });
  }

  it("become spaces with the policy `lineEnds: 'join'`", () => {
    expect(breaksIn('a\nb', 'join')).to.equal(0);
    expect(breaksIn('a  \nb', 'join')).to.equal(1);
  });
});
