import { expect } from 'chai';
import { readResponse, responseOf } from '../../support/streams.ts';

const EVENTS = 'text/event-stream';
const frames = (...data: readonly unknown[]): string[] =>
  data.map((value) => `data: ${JSON.stringify(value)}\n\n`);

async function suggestionsIn(...data: readonly unknown[]): Promise<unknown> {
  const { done } = await readResponse(responseOf(frames(...data), EVENTS));
  return done?.suggestions;
}

describe('suggestions of a backend', () => {
  it('arrive with the done event', async () => {
    const suggestions = ['How much?', 'Since when?'];
    expect(await suggestionsIn({ type: 'token', token: 'Hi' }, { type: 'done', suggestions })).to.deep.equal(
      suggestions,
    );
  });

  it('arrive as a data part of the AI SDK, before its end', async () => {
    const data = ['How much?'];
    const parts = [
      { type: 'text-delta', delta: 'Hi' },
      { type: 'data-suggestions', data },
      { type: 'finish' },
    ];
    expect(await suggestionsIn(...parts)).to.deep.equal(data);
  });

  it('are at most four single lines of at most 120 characters, without duplicates', async () => {
    const suggestions = ['a\n\n b', {}, 7, null, '', ' ', 'x'.repeat(121), 'a b', '1', '2', '3', '4'];
    expect(await suggestionsIn({ token: 'Hi' }, { type: 'done', suggestions })).to.deep.equal([
      'a b',
      '1',
      '2',
      '3',
    ]);
  });

  for (const suggestions of [undefined, null, 'How much?', {}, [], [{}]]) {
    it(`are not read from ${JSON.stringify(suggestions)}`, async () => {
      expect(await suggestionsIn({ token: 'Hi' }, { type: 'done', suggestions })).to.equal(undefined);
    });
  }
});
