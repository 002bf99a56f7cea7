import { expect } from 'chai';
import { readAnswer } from '../../../widget/protocol/dialects/answer.ts';
import { readFrame, toFrame } from '../../../widget/protocol/dialects/index.ts';
import { loadRare } from '../../../widget/protocol/dialects/rare.ts';
import { LEAKS } from '../../support/leaks.ts';

before(loadRare);

describe('a frame with thoughts, tools or status', () => {
  for (const [event, json] of LEAKS) {
    it(`yields no answer text: ${event ?? ''} ${JSON.stringify(json)}`, () => {
      const events = readFrame(toFrame(JSON.stringify(json), event));
      expect(events.filter(({ type }) => type === 'token')).to.deep.equal([]);
      const whole = event === undefined ? (readAnswer(json) ?? []) : [];
      expect(whole.filter(({ type }) => type === 'token')).to.deep.equal([]);
    });
  }

  it('yields no answer text where it is plain text under an event name', () => {
    expect(readFrame(toFrame('Searching', 'status'))).to.deep.equal([]);
  });
});

describe('a frame of an answer that resembles a frame with thoughts, tools or status', () => {
  for (const [event, json] of [
    [undefined, { type: 'answer_chunk', text: 'Hi' }],
    [undefined, { type: 'textDelta', delta: 'Hi' }],
    [undefined, { event: 'on_llm_new_token', token: 'Hi' }],
    [undefined, { type: 'AIMessageChunk', content: 'Hi' }],
    [undefined, { role: 'assistant', content: 'Hi' }],
    [undefined, { object: 'chat.completion.chunk', text: 'Hi' }],
    ['data', { text: 'Hi' }],
    ['message', { content: 'Hi' }],
  ] as const) {
    it(`yields its text: ${event ?? ''} ${JSON.stringify(json)}`, () => {
      expect(readFrame(toFrame(JSON.stringify(json), event))).to.deep.equal([{ type: 'token', token: 'Hi' }]);
    });
  }
});
