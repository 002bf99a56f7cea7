import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  changed,
  isAbsent,
  isFurther,
  isUnderWay,
  type MessageRecord,
  readRecord,
  recordText,
} from '../../../widget/conversation/message-record.ts';
import type { ChatMessage } from '../../../widget/protocol/chat-message.ts';

const QUESTION: ChatMessage = {
  id: 'q',
  role: 'user',
  parts: [{ type: 'text', text: 'Hi' }],
  status: 'complete',
  createdAt: 1,
};
const RECORD: MessageRecord = { message: QUESTION, parent: null, attempt: 1, revision: 1 };
const ASKED = { key: 'k', answerId: 'k-answer', at: 5 };
const POINT = { url: 'https://chat.example/rest', after: 2, at: 7 };

/** Any two of these are records of one message. */
const RECORDS: fc.Arbitrary<MessageRecord> = fc
  .record({
    role: fc.constantFrom('user', 'assistant'),
    status: fc.constantFrom('waiting', 'complete', 'streaming', 'stopped', 'truncated', 'failed'),
    text: fc.constantFrom('', 'a', 'b', 'ab'),
    attempt: fc.nat(2),
    revision: fc.nat(2),
    parent: fc.constantFrom(null, 'p'),
    asked: fc.constantFrom(undefined, ASKED),
    isGone: fc.constantFrom(undefined, true),
  } as const)
  .map(({ role, status, text, ...envelope }) => ({
    message: { ...QUESTION, role, status, parts: text === '' ? [] : [{ type: 'text', text }] },
    ...envelope,
  }));

describe('two records of the same message', () => {
  it('have exactly one that is further, unless they are equal', () => {
    fc.assert(
      fc.property(RECORDS, RECORDS, (a, b) => {
        const [isAFurther, isBFurther] = [isFurther(a, b), isFurther(b, a)];
        if (recordText(a) === recordText(b)) expect(isAFurther || isBFurther).to.equal(false);
        else if (a.message.role === b.message.role) expect(isAFurther).to.not.equal(isBFurther);
      }),
      { numRuns: 2_000 },
    );
  });

  it('merge to the same furthest record in any order', () => {
    const furthest = (records: readonly MessageRecord[]): MessageRecord =>
      records.reduce((a, b) => (isFurther(b, a) ? b : a));
    fc.assert(
      fc.property(fc.array(RECORDS, { minLength: 1, maxLength: 5 }), (records) => {
        const ofOneRole = records.filter(({ message }) => message.role === records[0]?.message.role);
        expect(recordText(furthest(ofOneRole.toReversed()))).to.equal(recordText(furthest(ofOneRole)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are ordered transitively: further than a further record is further', () => {
    fc.assert(
      fc.property(RECORDS, RECORDS, RECORDS, (a, b, c) => {
        const isOneRole = a.message.role === b.message.role && b.message.role === c.message.role;
        if (isOneRole && isFurther(a, b) && isFurther(b, c)) expect(isFurther(a, c)).to.equal(true);
      }),
      { numRuns: 5_000 },
    );
  });

  const statusOf = (status: ChatMessage['status'], role: ChatMessage['role'] = 'user'): MessageRecord => ({
    ...RECORD,
    message: { ...QUESTION, role, status },
  });
  const text = (words: string): ChatMessage => ({ ...QUESTION, parts: [{ type: 'text', text: words }] });
  for (const [why, further, other] of [
    ['was asked once more', { ...RECORD, attempt: 2 }, { ...RECORD, revision: 9, isGone: true }],
    ['was removed', { ...RECORD, isGone: true }, { ...RECORD, revision: 9 }],
    ['is asked, not waiting', { ...RECORD, asked: ASKED }, { ...statusOf('waiting'), revision: 9 }],
    ['has failed, not only been asked', statusOf('failed'), { ...RECORD, asked: ASKED, revision: 9 }],
    ['is answered', RECORD, { ...statusOf('failed'), revision: 9 }],
    ['has ended', statusOf('stopped', 'assistant'), { ...statusOf('streaming', 'assistant'), revision: 9 }],
    [
      'is complete',
      statusOf('complete', 'assistant'),
      { ...statusOf('truncated', 'assistant'), revision: 9 },
    ],
    ['was changed last', { ...RECORD, revision: 2 }, { ...RECORD, message: text('longer') }],
    ['has more words', { ...RECORD, message: text('longer') }, RECORD],
  ] as const)
    it(`the further one ${why}`, () => {
      expect([isFurther(further, other), isFurther(other, further)]).to.deep.equal([true, false]);
    });

  it('are equal when only the order of their fields differs', () => {
    const { key, answerId, at } = ASKED;
    const { id, role, parts, status, createdAt } = QUESTION;
    const message = { createdAt, status, parts, role, id };
    const turned = { asked: { at, answerId, key }, revision: 1, attempt: 1, parent: null, message };
    const asked = { ...RECORD, asked: ASKED };
    expect(recordText(turned)).to.equal(recordText(asked));
    expect([isFurther(turned, asked), isFurther(asked, turned)]).to.deep.equal([false, false]);
  });

  it('a changed record is further than its earlier state', () => {
    expect(isFurther(changed(RECORD, { resumePoint: POINT }), RECORD)).to.equal(true);
  });
});

describe('the stored record of a message', () => {
  it('is read back as it was written', () => {
    const whole: MessageRecord = {
      ...RECORD,
      message: { ...QUESTION, feedback: -1, queryId: 'q_1' },
      parent: 'p',
      of: 'o',
      asked: ASKED,
      resumePoint: POINT,
      feedbackUrl: 'https://chat.example/feedback',
    };
    expect(readRecord(recordText(whole))).to.deep.equal(whole);
    expect(readRecord(recordText(RECORD))).to.deep.equal(RECORD);
  });

  it('is read back as it was written, for any message', () => {
    fc.assert(
      fc.property(RECORDS, (record) => {
        const text = recordText(record);
        expect(recordText(readRecord(text) as MessageRecord)).to.equal(text);
      }),
    );
  });

  it('has no text of a removed message', () => {
    const text = recordText({ ...RECORD, isGone: true });
    expect(text).not.to.include('Hi');
    expect(readRecord(text)).to.deep.include({ isGone: true, message: { ...QUESTION, parts: [] } });
  });

  it('keeps fields that a later release has stored', () => {
    const text = JSON.stringify({ ...JSON.parse(recordText(RECORD)), mood: 'good' });
    expect(recordText(readRecord(text) as MessageRecord)).to.include('"mood":"good"');
  });

  for (const text of [
    undefined,
    '',
    '{',
    'null',
    '[]',
    '5',
    '"x"',
    '{}',
    '{"id":"q"}',
    '{"id":{},"role":"user"}',
  ])
    it(`is not read from ${text}`, () => {
      expect(readRecord(text)).to.equal(undefined);
    });

  it('gets default values where its fields have wrong types', () => {
    const odd = {
      parent: 5,
      of: [],
      attempt: 'x',
      revision: null,
      asked: { at: 'x' },
      resumePoint: {},
      isGone: 1,
    };
    const read = readRecord(JSON.stringify({ ...QUESTION, ...odd, feedbackUrl: {} }));
    expect(read).to.deep.equal({ message: QUESTION, parent: '5', attempt: 0, revision: 0 });
  });

  it('is read without throwing, whatever the storage holds', () => {
    fc.assert(fc.property(fc.json(), (text) => void readRecord(text)));
    const parts = fc.array(fc.anything());
    fc.assert(
      fc.property(
        fc.record({ id: fc.string(), role: fc.constant('user'), parts, parent: fc.anything() }),
        (value) => {
          const text = JSON.stringify(value, (_, entry) => (typeof entry === 'bigint' ? `${entry}` : entry));
          const record = readRecord(text);
          if (record) expect(readRecord(recordText(record))).to.deep.equal(record);
        },
      ),
    );
  });

  it('is under way while its question was asked and has no end', () => {
    expect(isUnderWay({ ...RECORD, asked: ASKED })).to.equal(true);
    const others = [
      RECORD,
      { ...RECORD, asked: ASKED, isGone: true },
      { ...RECORD, asked: ASKED, message: { ...QUESTION, status: 'failed' } },
      { ...RECORD, asked: ASKED, message: { ...QUESTION, role: 'assistant' } },
    ] as const;
    for (const record of others) expect(isUnderWay(record)).to.equal(false);
  });

  it('is absent from the transcript when it was removed, or is an answer that ended without a word', () => {
    const answer = { ...QUESTION, role: 'assistant', parts: [] } as const;
    expect(isAbsent({ ...RECORD, isGone: true })).to.equal(true);
    expect(isAbsent({ ...RECORD, message: answer })).to.equal(true);
    expect(isAbsent({ ...RECORD, message: { ...answer, status: 'streaming' } })).to.equal(false);
    expect(isAbsent({ ...RECORD, message: { ...QUESTION, parts: [] } })).to.equal(false);
  });
});
