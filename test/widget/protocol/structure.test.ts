import { expect } from 'chai';
import { readFrame, toFrame, type FrameEvent } from '../../../widget/protocol/dialects/index.ts';
import { loadRare } from '../../../widget/protocol/dialects/rare.ts';
import { kindOfName } from '../../../widget/protocol/dialects/structure-names.ts';
import { MAX_SOURCES } from '../../../widget/protocol/limits.ts';
import { LEAKS } from '../../support/leaks.ts';

function read(json: unknown, event?: string): readonly FrameEvent[] {
  return readFrame(toFrame(JSON.stringify(json), event));
}

function textOf(json: unknown, event?: string): string {
  return read(json, event)
    .map((frame) => (frame.type === 'token' ? frame.token : ''))
    .join('');
}

before(loadRare);

describe('a frame of an unknown format', () => {
  for (const [, json] of LEAKS.filter(([event]) => event === undefined)) {
    for (const key of ['data', 'payload', 'result'])
      it(`has under ${key} only the text that it also has without that key: ${JSON.stringify(json)}`, () => {
        expect(textOf({ [key]: json })).to.equal('');
        expect(textOf({ [key]: [json] })).to.equal('');
      });
  }

  for (const [json, event] of [
    [{ source: 'user', content: 'SECRET', type: 'TextMessage' }],
    [{ data: { sender: 'User', text: 'SECRET' } }],
    [{ activities: [{ from: { role: 'user' }, text: 'SECRET' }] }],
    [
      {
        messages: [
          { role: 'assistant', content: 'SECRET' },
          { role: 'user', content: 'SECRET' },
        ],
      },
    ],
    [{ token: { text: 'SECRET', special: true } }],
    [{ queryResult: { text: 'SECRET', queryText: 'SECRET' } }],
    [{ session: { token: 'SECRET' } }],
    [{ usage: { output_tokens: 5 }, tokens: [1, 2] }],
    [{ text: 'SECRET' }, 'progress'],
    [{ status: 'searching', message: 'SECRET' }],
  ] as const) {
    it(`has no answer text in ${JSON.stringify(json)}`, () => {
      expect(textOf(json, event)).to.equal('');
    });
  }

  for (const json of [
    { code: 102, message: 'SECRET', data: null },
    { status: 'failed', message: 'SECRET' },
    { ok: false, message: 'SECRET' },
    { type: 'run_failed', message: 'SECRET' },
    { detail: 'SECRET' },
    { data: { type: 'error', message: 'SECRET' } },
  ]) {
    it(`is read as an error without text: ${JSON.stringify(json)}`, () => {
      expect(read(json).map(({ type }) => type)).to.deep.equal(['error']);
    });
  }

  it('tells by a flag or a finish reason whether the answer goes on', () => {
    expect(read({ text: '', done: false })).to.deep.equal([{ type: 'unfinished' }]);
    expect(read({ output: { text: '', finish_reason: 'null' } })).to.deep.equal([{ type: 'unfinished' }]);
    expect(read({ text: '', is_end: true })).to.deep.equal([{ type: 'finish', finishReason: 'stop' }]);
    expect(read({}, 'chat.end')).to.deep.equal([{ type: 'finish', finishReason: 'stop' }]);
  });

  it(`has at most ${MAX_SOURCES} sources`, () => {
    const sources = Array.from({ length: 100 }, (_, index) => ({ title: `${index}` }));
    expect(read({ text: 'Hi', references: sources }).filter(({ type }) => type === 'source')).to.have.length(
      MAX_SOURCES,
    );
  });

  it('is read to a depth of twelve objects, and each object once', () => {
    const chain = (length: number): unknown =>
      Array.from({ length }).reduce<unknown>((inner) => ({ data: inner }), { text: 'Hi' });
    expect(textOf(chain(10))).to.equal('Hi');
    expect(textOf(chain(3_000))).to.equal('');
  });
});

describe('the name of a field', () => {
  for (const [kind, names] of [
    ['text', ['TEXT_CHUNK', 'AIMessageChunk', 'conversation.message.delta', 'assistant', 'message.end']],
    ['neutral', ['on_chat_model_stream', 'trace', 'result']],
    ['thought', ['reasoning', 'thinking_delta', 'thought_summary']],
    ['start', ['response.created', 'chat.start']],
    ['end', ['END_OF_TURN', 'thread.run.completed', 'done']],
    ['error', ['error', 'conversation.chat.failed']],
    ['other', ['status', 'tool_response', 'follow_up', 'step', 'code', 'constructor']],
  ] as const)
    for (const name of names)
      it(`${name} means ${kind}`, () => {
        expect(kindOfName(name)).to.equal(kind);
      });
});
