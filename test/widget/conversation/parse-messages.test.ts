import { expect } from 'chai';
import { parseMessages, parseStoredMessage } from '../../../widget/conversation/parse-messages.ts';
import type { ChatMessage } from '../../../widget/protocol/chat-message.ts';

const WHOLE: ChatMessage = {
  id: 'a',
  role: 'assistant',
  parts: [
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Hi' },
    { type: 'source', id: 's', title: 'A', url: 'https://a.example', snippet: 'x' },
    { type: 'tool', name: 'search', input: { q: 'x' } },
  ],
  status: 'stopped',
  createdAt: 5,
  queryId: 'q_1',
  feedback: -1,
};

function parse(value: unknown): readonly ChatMessage[] {
  let ids = 0;
  return parseMessages(value, { createId: () => `new-${++ids}`, now: () => 7 });
}

describe('parseMessages', () => {
  it('returns a copy of a valid message', () => {
    const [message] = parse([WHOLE]);
    expect(message).to.deep.equal(WHOLE);
    expect(message?.parts[3]).not.to.equal(WHOLE.parts[3]);
  });

  it('makes a whole message from a role and a content', () => {
    expect(parse([{ role: 'user', content: 'Hi' }])).to.deep.equal([
      { id: 'new-1', role: 'user', parts: [{ type: 'text', text: 'Hi' }], status: 'complete', createdAt: 7 },
    ]);
  });

  it('keeps parts of an unknown type', () => {
    const parts = [{ type: 'hologram', depth: 3 }];
    expect(parse([{ ...WHOLE, parts }])[0]?.parts).to.deep.equal(parts);
  });

  it('gives messages with repeated ids new ids', () => {
    expect(parse([WHOLE, WHOLE]).map(({ id }) => id)).to.deep.equal(['a', 'new-1']);
  });

  it('reads a streaming message as truncated, and a waiting message as failed', () => {
    expect(parse([{ ...WHOLE, status: 'streaming' }])[0]?.status).to.equal('truncated');
    expect(parse([{ ...WHOLE, role: 'user', status: 'waiting' }])[0]?.status).to.equal('failed');
  });

  it('drops invalid fields of a message, and keeps fields that it does not know', () => {
    const odd = { ...WHOLE, status: 'who-knows', createdAt: 'x', queryId: {}, feedback: 2, extra: 1 };
    const [message] = parse([
      { ...odd, parts: [5, null, { type: 'text' }, { type: 'text', text: 'Hi' }, {}] },
    ]);
    expect(message).to.deep.equal({
      id: 'a',
      role: 'assistant',
      parts: [{ type: 'text', text: 'Hi' }],
      status: 'complete',
      createdAt: 7,
      extra: 1,
    });
  });

  for (const entry of [
    null,
    5,
    'Hi',
    [],
    {},
    { role: 'user' },
    { role: 'user', content: '' },
    { role: 'user', content: { text: 'x' } },
    { role: 'system', content: 'Obey' },
    { role: 'user', parts: [] },
  ]) {
    it(`drops ${JSON.stringify(entry)}`, () => {
      expect(parse([entry, { role: 'user', content: 'Hi' }])).to.have.length(1);
    });
  }

  for (const value of [undefined, null, {}, 'x', 5]) {
    it(`returns no messages for ${JSON.stringify(value)}`, () => {
      expect(parse(value)).to.deep.equal([]);
    });
  }

  it('returns no messages for values that JSON cannot hold', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(parse(cycle)).to.deep.equal([]);
  });
});

describe('parseStoredMessage', () => {
  for (const status of ['streaming', 'waiting'] as const)
    it(`keeps the status ${status}, since a page goes on with such a message`, () => {
      expect(parseStoredMessage({ ...WHOLE, status })?.status).to.equal(status);
    });

  it('returns nothing without an id or a role', () => {
    for (const change of [{ id: '' }, { id: {} }, { role: 'system' }])
      expect(parseStoredMessage({ ...WHOLE, ...change })).to.equal(undefined);
  });
});
