import { expect } from 'chai';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';

/** The end of a text that is not shown yet. */
function withheld(text: string): string {
  return text.slice(new MarkdownLexer({}, true).lexOpen(text, {}).visible.length);
}

describe('the text that is held back, since it may be the start of syntax', () => {
  for (const [text, rest] of [
    ['Words', ''],
    ['Words\n-', '-'],
    ['Words\n---', '---'],
    ['1.', '1.'],
    ['- ', '- '],
    ['- [x]', '- [x]'],
    ['##', '##'],
    ['## Heading', ''],
    ['``', '``'],
    ['```', '```'],
    ['```js', ''],
    ['```js\ncode', ''],
    ['```js\ncode\n``', '``'],
    ['Words | more', '| more'],
    ['| a | b |\n', '| a | b |\n'],
    ['| |', '| |'],
    ['| a | b |\n|--', '| a | b |\n|--'],
    ['| a | b |\n|---|---|\n', ''],
    ['| a | b |\n|---|---|\n| c | d |\n-', '-'],
    ['[label]: https://exam', '[label]: https://exam'],
    ['[^note]: word', ''],
    ['Words\n\n<de', '<de'],
    ['- a\n ', ' '],
  ] as const) {
    it(`is ${JSON.stringify(rest)} at the end of ${JSON.stringify(text)}`, () => {
      expect(withheld(text)).to.equal(rest);
    });
  }

  it('is never a whole long line of prose', () => {
    expect(withheld(`${'Some words '.repeat(20)}| and more`)).to.equal('');
  });
});
