import { expect } from 'chai';
import { readResponse, responseOf } from '../../support/streams.ts';

async function textOf(frames: readonly string[]): Promise<string> {
  const blocks = frames.map((text) => `data: ${JSON.stringify({ text })}\n\n`);
  return (await readResponse(responseOf([...blocks, 'data: [DONE]\n\n'], 'text/event-stream'))).text;
}

describe('a stream whose frames hold all text so far', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    [
      'grow by words',
      ['We ship worldwide', 'We ship worldwide, and', 'We ship worldwide, and fast.'],
      'We ship worldwide, and fast.',
    ],
    ['begin with a letter', ['W', 'We', 'We ship', 'We ship worldwide.'], 'We ship worldwide.'],
    ['come twice', ['W', 'We', 'We ship', 'We ship', 'We ship worldwide.'], 'We ship worldwide.'],
    ['follow pieces', ['We ', 'ship ', 'worldwide.', 'We ship worldwide.'], 'We ship worldwide.'],
  ];
  for (const [name, frames, text] of cases) {
    it(`says each word once where they ${name}`, async () => {
      expect(await textOf(frames)).to.equal(text);
    });
  }

  for (const frames of [
    ['ha', 'ha', 'ha', 'ha', 'ha'],
    ['1', '10', '\n', '100', '\n'],
    ['I will not do that.\n', 'I will not do that.\n', 'I will not do that.\n'],
    ['The ', 'The ', 'the'],
    ['a', 'aa', 'b', 'a'],
  ]) {
    it(`is not one of the pieces ${JSON.stringify(frames)}`, async () => {
      expect(await textOf(frames)).to.equal(frames.join(''));
    });
  }

  it('is no plain text that says a line twice, however the network cuts it', async () => {
    const line = 'I will not do that.\n';
    const outcome = await readResponse(responseOf([line, line + line, line], 'text/plain'));
    expect(outcome.text).to.equal(line.repeat(4));
  });
});
