import { expect } from 'chai';
import { ThinkingFilter } from '../../../widget/protocol/thinking-filter.ts';

/** The text that a model wrote, the answer in it, and the thoughts in it. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['<think>a < b, so </b></think>\n\nHello', 'Hello', 'a < b, so </b>'],
  ['\n<think></think>Hello </think>', 'Hello </think>', ''],
  ['<think>\n\n</think>\n\nHello', 'Hello', ''],
  ['Hello <think>x</think> you', 'Hello you', 'x'],
  ['<think>x</think>Hello <think>y</think>you', 'Hello you', 'xy'],
  ['So, sizes.</think>\n\nWe have L.', 'We have L.', 'So, sizes.'],
  ['A `<b>` or 1 < 2.</think>Hello', 'Hello', 'A `<b>` or 1 < 2.'],
  ['Write `<think>` and `</think>` so.', 'Write `<think>` and `</think>` so.', ''],
  ['So:\n```\n<think>x</think>\n```\nHello', 'So:\n```\n<think>x</think>\n```\nHello', ''],
  ['```\ncode\n```\n<think>x</think>Hello', '```\ncode\n```\nHello', 'x'],
  ['<thinner> Hello', '<thinner> Hello', ''],
  ['<think>for ever', '', 'for ever'],
  ['<b>Hello</b> 1 <', '<b>Hello</b> 1 <', ''],
  ['    indented', '    indented', ''],
];

/** The answer and the thoughts that the filter returns for these pieces. */
function read(pieces: readonly string[]): readonly [string, string] {
  const filter = new ThinkingFilter();
  let text = '';
  let reasoning = '';
  for (const piece of [...pieces.flatMap((next) => filter.push(next)), ...filter.flush()]) {
    if (piece.type === 'token') text += piece.token;
    else if (piece.type === 'reasoning') reasoning += piece.text;
    else [text, reasoning] = ['', reasoning + text];
  }
  return [text, reasoning];
}

describe('ThinkingFilter', () => {
  for (const [written, answer, thoughts] of CASES) {
    it(`finds the answer ${JSON.stringify(answer)} in ${JSON.stringify(written)}, however the text is split`, () => {
      for (let first = 0; first <= written.length; first += 1) {
        for (let second = first; second <= written.length; second += 1) {
          const pieces = [written.slice(0, first), written.slice(first, second), written.slice(second)];
          expect(read(pieces), `split at ${first} and ${second}`).to.deep.equal([answer, thoughts]);
        }
      }
    });
  }

  it('holds back only the beginning of a tag', () => {
    const filter = new ThinkingFilter();
    expect(filter.push('1 < 2 and <th')).to.deep.equal([{ type: 'token', token: '1 < 2 and ' }]);
    expect(filter.push('ree>')).to.deep.equal([{ type: 'token', token: '<three>' }]);
  });
});
