import { expect } from 'chai';
import { readFrame, toFrame } from '../../../widget/protocol/dialects/index.ts';
import { readOwnFrame } from '../../../widget/protocol/dialects/own.ts';

const SOURCE = { id: 'a', title: 'FAQ', url: 'https://a.example/faq', snippet: 'Free.', score: 0.5 };
const START = {
  type: 'start',
  queryId: 'q',
  session: { token: 't', expiresAt: 5 },
  quota: { limit: 9, remaining: 8, resetsAt: 7 },
  links: { feedback: '/f', resume: '/r', stop: '/s' },
};
const DONE = {
  type: 'done',
  queryId: 'q',
  finishReason: 'content-filter',
  sources: [SOURCE],
  quotaRemaining: 0,
  usage: { inputTokens: 3, outputTokens: 4 },
  isUnsure: true,
  suggestions: ['How  much?', 'How much?'],
};

const OWN: readonly object[] = [
  START,
  { type: 'start', queryId: 'q' },
  { type: 'tool', id: 'search', name: 'search', title: 'Searching', state: 'running' },
  { type: 'sources', sources: [SOURCE, { ...SOURCE, title: '', url: '' }] },
  { type: 'sources', sources: Array.from({ length: 30 }, () => SOURCE) },
  { type: 'sources', sources: [{ ...SOURCE, url: `https://a.example/${'a'.repeat(3_000)}` }] },
  { type: 'token', token: 'Hi' },
  { type: 'take-back', length: 4 },
  DONE,
  { type: 'done' },
  { type: 'error', code: 'rate-limited', message: 'slow down', retryAfter: 3 },
];

const OTHERS: readonly object[] = [
  { type: 'start', messageId: 'm' },
  { type: 'token', content: 'Hi' },
  { type: 'token', token: { text: 'Hi' } },
  { type: 'sources', sources: [{ link: 'https://a.example', name: 'FAQ' }] },
  { type: 'sources', sources: 'none' },
  { type: 'tool', id: 't', name: 'find', title: 'Find', state: 'running', input: 'x' },
  { type: 'done', finish_reason: 'length' },
  { type: 'done', finishReason: 'max_tokens' },
  { type: 'done', answer: 'Hi' },
  { type: 'error', code: 'overloaded', message: 'slow down' },
  { type: 'error', error: { message: 'slow down' } },
  { type: 'constructor' },
  { choices: [{ delta: { content: 'Hi' } }] },
];

describe('the format of our Worker', () => {
  for (const json of OWN) {
    const text = JSON.stringify(json);
    it(`is read as among all formats: ${text.slice(0, 80)}`, () => {
      const events = readOwnFrame(toFrame(text));
      expect(events).to.deep.equal(readFrame(toFrame(text)));
      expect(events).to.have.length(1);
    });
  }

  for (const json of OTHERS) {
    const text = JSON.stringify(json);
    it(`does not have ${text}`, () => expect(readOwnFrame(toFrame(text))).to.equal(undefined));
  }

  it('has no names of events, and nothing but JSON', () => {
    expect(readOwnFrame(toFrame('{"type":"token","token":"Hi"}', 'chunk'))).to.equal(undefined);
    expect(readOwnFrame(toFrame('[DONE]'))).to.equal(undefined);
  });
});
