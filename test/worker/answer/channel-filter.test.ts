import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChannelFilter } from '../../../worker/answer/channel-filter.ts';

const TEXTS: readonly (readonly [string, string, string])[] = [
  [
    'thoughts and an answer',
    '<|channel|>analysis<|message|>Hm <b>.<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>',
    '<think>Hm <b>.</think>Hello',
  ],
  [
    'a comment and an answer',
    '<|start|>assistant<|channel|>commentary to=functions.x <|constrain|>json<|message|>{"a":1}<|call|><|start|>assistant<|channel|>final<|message|>Hi',
    '<think>{"a":1}</think>Hi',
  ],
  ['an answer alone', '<|channel|>final<|message|>Hi<|end|>', 'Hi'],
  [
    'a text that has none',
    'a < b, c <| d, <|x|> and List<String> <',
    'a < b, c <| d, <|x|> and List<String> <',
  ],
];

/** The filtered text when it arrives in pieces of this many characters. */
function filtered(text: string, size: number): string {
  const filter = new ChannelFilter();
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return shown + filter.flush();
}

describe('the channel markers of the Harmony format', () => {
  for (const [name, text, shown] of TEXTS)
    it(`are removed, wherever the text is split: ${name}`, () => {
      for (let size = 1; size <= text.length; size += 1) assert.equal(filtered(text, size), shown, `${size}`);
    });

  it('do not delay a text without markers', () => {
    const filter = new ChannelFilter();
    assert.equal(filter.push('Use a <br> and x < y.'), 'Use a <br> and x < y.');
  });
});
