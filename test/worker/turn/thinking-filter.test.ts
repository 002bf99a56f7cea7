import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ThinkingFilter } from '../../../worker/turn/thinking-filter.ts';

const CASES: readonly [string, string][] = [
  ['<think>a < b, so </b></think>\n\nHello', 'Hello'],
  ['\n<think></think>Hello </think>', 'Hello </think>'],
  ['Hello <think>x</think>', 'Hello <think>x</think>'],
  ['<thinner> Hello', '<thinner> Hello'],
  ['<think>for ever', ''],
  ['<b>Hello', '<b>Hello'],
];

describe('ThinkingFilter', () => {
  for (const [text, answer] of CASES) {
    it(`reads ${JSON.stringify(text)} as ${JSON.stringify(answer)}, however it is split`, () => {
      for (let first = 0; first <= text.length; first += 1) {
        for (let second = first; second <= text.length; second += 1) {
          const filter = new ThinkingFilter();
          const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
          const shown = pieces.map((piece) => filter.push(piece)).join('');
          // What follows the thinking may lose its leading blanks only in the piece that ends the thinking.
          assert.equal(shown.trimStart(), answer, `split at ${first} and ${second}`);
        }
      }
    });
  }
});
