import { expect } from 'chai';
import * as fc from 'fast-check';
import { lineOf, type MessageTree } from '../../../widget/conversation/line.ts';
import type { MessageRecord } from '../../../widget/conversation/message-record.ts';
import type { ChatMessage } from '../../../widget/protocol/chat-message.ts';

const ASKED = { answerId: 'x', at: 0 };

/** A record whose text is its id. */
function record(
  id: string,
  parent: string | null,
  { role = 'user', status = 'complete', createdAt = 1, ...others }: Partial<MessageRecord & ChatMessage> = {},
): MessageRecord {
  const message = { id, role, status, createdAt, parts: [{ type: 'text', text: id }] } as const;
  return { message, parent, attempt: 1, revision: 1, ...others };
}

const answer = (id: string, parent: string | null, others: Partial<MessageRecord & ChatMessage> = {}) =>
  record(id, parent, { role: 'assistant', createdAt: 2, ...others });

function treeOf(records: readonly MessageRecord[], picks: MessageTree['picks'] = new Map()): MessageTree {
  return { records: new Map(records.map((entry) => [entry.message.id, entry])), picks };
}

/** The ids of the line, and of what waits. */
function idsOf(records: readonly MessageRecord[], turn?: string): readonly [string, string] {
  const { messages, waiting } = lineOf(treeOf(records), turn);
  return [messages.map(({ id }) => id).join(' '), waiting.map(({ id }) => id).join(' ')];
}

const shownOf = (records: readonly MessageRecord[], turn?: string): string => idsOf(records, turn)[0];

describe('the line of a conversation', () => {
  it('has messages one behind the other', () => {
    expect(shownOf([answer('b', 'a'), record('c', 'b'), record('a', null)])).to.equal('a b c');
  });

  it('has both of two questions that were asked at once, each with its answer, in one order everywhere', () => {
    const records = [
      record('q', null),
      answer('a', 'q'),
      record('left', 'a', { createdAt: 5 }),
      answer('left-a', 'left', { createdAt: 9 }),
      record('right', 'a', { createdAt: 5 }),
      answer('right-a', 'right', { createdAt: 6 }),
    ];
    expect(shownOf(records)).to.equal('q a left left-a right right-a');
    expect(shownOf(records.toReversed())).to.equal('q a left left-a right right-a');
  });

  it('has an answer before a question that was asked behind the same one', () => {
    const records = [record('q', null), record('next', 'q'), answer('a', 'q', { createdAt: 9 })];
    expect(shownOf(records)).to.equal('q a next');
  });

  it('has questions that wait in the order in which they were asked', () => {
    const waits = (id: string, parent: string, createdAt: number): MessageRecord =>
      record(id, parent, { status: 'waiting', attempt: 0, createdAt });
    const records = [record('q', null), answer('a', 'q'), waits('second', 'a', 9), waits('first', 'q', 5)];
    expect(idsOf(records)).to.deep.equal(['q a', 'first second']);
  });

  it('has the question last whose turn runs here', () => {
    const records = [
      record('q', null),
      record('mine', 'q', { createdAt: 2, asked: ASKED }),
      record('yours', 'q', { createdAt: 3 }),
      answer('yours-a', 'yours', { createdAt: 4 }),
    ];
    expect(shownOf(records, 'mine')).to.equal('q yours yours-a mine');
    expect(shownOf(records)).to.equal('q yours yours-a mine');
    expect(shownOf([...records, answer('mine-a', 'mine', { createdAt: 5 })])).to.equal(
      'q mine mine-a yours yours-a',
    );
  });

  it('has questions that are not answered yet in `waiting`, but for the one that is next', () => {
    const asked = { asked: ASKED };
    const records = [
      record('q', null),
      answer('a', 'q'),
      record('one', 'a', { ...asked, createdAt: 3 }),
      record('two', 'a', { ...asked, createdAt: 4 }),
      record('three', 'a', { status: 'waiting', attempt: 0, createdAt: 5 }),
    ];
    expect(idsOf(records)).to.deep.equal(['q a one', 'two three']);
    expect(idsOf(records, 'two')).to.deep.equal(['q a two', 'one three']);
    expect(idsOf([...records, answer('b', 'two', { status: 'streaming' })])).to.deep.equal([
      'q a two b',
      'one three',
    ]);
  });

  it('has as the next one the question that was asked first, wherever it stands', () => {
    const records = [
      record('left', null),
      record('later', 'left', { asked: ASKED, createdAt: 5 }),
      record('right', null, { createdAt: 2 }),
      record('first', 'right', { asked: ASKED, createdAt: 3 }),
    ];
    expect(idsOf(records)).to.deep.equal(['left right first', 'later']);
  });

  it('keeps a question in its place that failed offline, as long as no other one is answered', () => {
    const offline = record('offline', null, { status: 'waiting', attempt: 2 });
    expect(idsOf([offline])).to.deep.equal(['offline', '']);
    expect(idsOf([offline, record('next', null, { asked: ASKED, createdAt: 2 })])).to.deep.equal([
      'next',
      'offline',
    ]);
  });

  describe('without a message that was removed', () => {
    it('has what followed a question behind the one before it, without its answer', () => {
      const records = [
        record('q', null),
        answer('a', 'q'),
        record('gone', 'a', { isGone: true }),
        answer('gone-a', 'gone'),
        record('next', 'gone-a', { createdAt: 3 }),
      ];
      expect(shownOf(records)).to.equal('q a next');
    });

    it('has what followed several of them', () => {
      const gone = Array.from({ length: 3 }, (_, at) =>
        record(`g${at}`, at === 0 ? null : `g${at - 1}`, { isGone: true }),
      );
      expect(shownOf([...gone, record('q', 'g2'), answer('a', 'q')])).to.equal('q a');
    });

    it('has the question before an answer that ended without a word', () => {
      const empty = answer('empty', 'q');
      const records = [record('q', null), { ...empty, message: { ...empty.message, parts: [] } }];
      expect(shownOf([...records, record('next', 'empty', { createdAt: 3 })])).to.equal('q next');
    });
  });

  it('begins with what followed a message that a full storage has given up', () => {
    expect(shownOf([record('q', 'evicted'), answer('a', 'q'), answer('b', 'evicted')])).to.equal('b q a');
  });

  describe('of versions', () => {
    const records = [
      record('q', null),
      answer('a1', 'q', { createdAt: 2 }),
      answer('a2', 'q', { createdAt: 4 }),
      record('behind', 'a1', { createdAt: 3 }),
    ];

    it('has the newest, and names all, the oldest first', () => {
      const { messages, versions } = lineOf(treeOf(records));
      expect(messages.map(({ id }) => id)).to.deep.equal(['q', 'a2']);
      expect([...versions]).to.deep.equal([['a2', ['a1', 'a2']]]);
    });

    for (const [at, shown] of [
      [3, 'q a2'],
      [4, 'q a1 behind'],
      [5, 'q a1 behind'],
    ] as const)
      it(`has the one picked ${at - 4} ms after the newest was made: ${shown}`, () => {
        const { messages } = lineOf(treeOf(records, new Map([['a:q', { id: 'a1', at }]])));
        expect(messages.map(({ id }) => id).join(' ')).to.equal(shown);
      });

    it('has the newest where the picked one is gone, or unknown', () => {
      for (const id of ['gone', 'a1']) {
        const left = records.filter(({ message }) => message.id !== 'a1');
        const { messages } = lineOf(treeOf(left, new Map([['a:q', { id, at: 9 }]])));
        expect(messages.map((message) => message.id)).to.include('a2');
      }
    });

    it('has edits of edits side by side', () => {
      const edits = [
        record('q1', null),
        record('q2', null, { of: 'q1', createdAt: 2 }),
        record('q3', null, { of: 'q1', createdAt: 3 }),
      ];
      expect(lineOf(treeOf(edits)).versions.get('q3')).to.deep.equal(['q1', 'q2', 'q3']);
    });

    it('has no answer as the next one that grows under an earlier version of a question', () => {
      const edited = [
        record('q1', null),
        answer('a1', 'q1', { status: 'streaming' }),
        record('q2', null, { of: 'q1', createdAt: 3, asked: ASKED }),
      ];
      expect(idsOf(edited)).to.deep.equal(['q2', '']);
    });
  });

  describe('of records that nobody has written', () => {
    it('ends where messages follow each other in a circle', () => {
      const circle = [record('a', 'b'), record('b', 'a'), record('c', 'c')];
      expect(shownOf([record('q', null), ...circle])).to.equal('q');
      const gone = circle.map((entry) => ({ ...entry, isGone: true }));
      expect(shownOf([...gone, record('q', 'a'), record('r', 'c', { createdAt: 2 })])).to.equal('q r');
    });

    it('has 10,000 messages, one behind the other or all behind the same one', () => {
      const numbers = Array.from({ length: 10_000 }, (_, at) => at);
      const deep = numbers.map((at) => record(`m${at}`, at === 0 ? null : `m${at - 1}`));
      expect(lineOf(treeOf(deep)).messages).to.have.length(10_000);
      const gone = deep.map((entry) => ({ ...entry, isGone: true }));
      expect(shownOf([...gone, record('q', 'm9999')])).to.equal('q');
      const wide = numbers.map((at) => record(`m${at}`, null, { createdAt: at }));
      expect(lineOf(treeOf(wide)).messages).to.have.length(10_000);
    });

    it('is the same whatever the order of the records, shows each message once, and none that is gone', () => {
      const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      const records = fc.uniqueArray(
        fc.record({
          id: fc.constantFrom(...ids),
          parent: fc.constantFrom(...ids, null, 'unknown'),
          role: fc.constantFrom('user', 'assistant'),
          status: fc.constantFrom('complete', 'waiting', 'failed', 'streaming', 'stopped'),
          createdAt: fc.nat(5),
          of: fc.constantFrom(...ids, undefined),
          isGone: fc.constantFrom(true, undefined, undefined, undefined),
          asked: fc.constantFrom(ASKED, undefined, undefined),
          attempt: fc.nat(2),
        }),
        { selector: ({ id }) => id },
      );
      const picks = fc.dictionary(
        fc.constantFrom(...ids.flatMap((id) => [`a:${id}`, `q:${id}`])),
        fc.record({ id: fc.constantFrom(...ids), at: fc.nat(9) }),
      );
      fc.assert(
        fc.property(records, picks, fc.option(fc.constantFrom(...ids)), (entries, picked, turn) => {
          const all = entries.map(({ id, parent, ...others }) => record(id, parent, others));
          const map = new Map(Object.entries(picked));
          const line = lineOf(treeOf(all, map), turn ?? undefined);
          expect(lineOf(treeOf(all.toReversed(), map), turn ?? undefined)).to.deep.equal(line);
          const shown = [...line.messages, ...line.waiting].map(({ id }) => id);
          expect(new Set(shown).size).to.equal(shown.length);
          const gone = all.filter(({ isGone }) => isGone).map(({ message }) => message.id);
          for (const id of gone) expect(shown).not.to.include(id);
        }),
        { numRuns: 500 },
      );
    });
  });
});
