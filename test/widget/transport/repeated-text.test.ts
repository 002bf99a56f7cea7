import { expect } from 'chai';
import { readResponse, responseOf } from '../../support/streams.ts';

async function textOf(frames: readonly string[]): Promise<string> {
  const blocks = frames.map((text) => `data: ${JSON.stringify({ text })}\n\n`);
  return (await readResponse(responseOf([...blocks, 'data: [DONE]\n\n'], 'text/event-stream'))).text;
}

describe('a stream whose frames repeat all text so far', () => {
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
    it(`shows each word once where the frames ${name}`, async () => {
      expect(await textOf(frames)).to.equal(text);
    });
  }

  /** A line of the chat app in Pydantic AI's examples (`ChatMessage` in `chat_app.py`). */
  const pydantic = (content: string) =>
    `${JSON.stringify({ role: 'model', timestamp: '2026-11-01T10:00:00Z', content })}\n`;
  /** A frame of Zeta Alpha's agents (`ChatMessage` of `zav.agents_sdk`). */
  const zetaAlpha = (content: string) => `data: ${JSON.stringify({ sender: 'bot', content })}\n\n`;
  /** A frame of LangGraph in the stream mode `messages`. */
  const langGraph = (content: string) =>
    `event: messages/partial\ndata: ${JSON.stringify([{ content, type: 'ai', id: 'm' }])}\n\n`;
  for (const [vendor, contentType, write] of [
    ['Pydantic AI', 'text/plain', pydantic],
    ['Zeta Alpha', 'text/event-stream', zetaAlpha],
    ['LangGraph', 'text/event-stream', langGraph],
  ] as const) {
    it(`shows each word once from ${vendor}`, async () => {
      const frames = ['B', 'Boots', 'Boots ship', 'Boots ship free'].map(write);
      expect((await readResponse(responseOf(frames, contentType))).text).to.equal('Boots ship free');
    });
  }
});

describe('a stream whose pieces resemble each other, but do not repeat all text so far', () => {
  for (const frames of [
    ['ha', 'ha', 'ha', 'ha', 'ha'],
    ['1', '10', '\n', '100', '\n'],
    ['1', '10', '100'],
    ['1', '1', '1'],
    ['1', '10', '100', ' boots, in all.'],
    ['No refunds.\n', 'No refunds.\nNo refunds.\n'],
    ['I will not do that.\n', 'I will not do that.\n', 'I will not do that.\n'],
    ['The ', 'The ', 'the'],
    ['a', 'aa', 'b', 'a'],
  ]) {
    it(`keeps every piece: ${JSON.stringify(frames)}`, async () => {
      expect(await textOf(frames)).to.equal(frames.join(''));
    });
  }

  it('keeps every line of plain text that repeats a line, however the network splits it', async () => {
    const line = 'I will not do that.\n';
    const outcome = await readResponse(responseOf([line, line + line, line], 'text/plain'));
    expect(outcome.text).to.equal(line.repeat(4));
  });
});
