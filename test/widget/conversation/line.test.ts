import { expect } from 'chai';
import * as fc from 'fast-check';
import { lineOf, type MessageTree } from '../../../widget/conversation/line.ts';
import type { MessageRecord } from '../../../widget/conversation/message-record.ts';
import type { ChatMessage } from '../../../widget/protocol/chat-message.ts';

const ASKED = { answerId: 'x', at: 0 };

/** A message record whose text is its id. */
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

/** The ids of the shown messages, and of the questions that wait. */
function idsOf(records: readonly MessageRecord[], turn?: string): readonly [string, string] {
  const { messages, waiting } = lineOf(treeOf(records), turn);
  return [messages.map(({ id }) => id).join(' '), waiting.map(({ id }) => id).join(' ')];
}

const shownOf = (records: readonly MessageRecord[], turn?: string): string => idsOf(records, turn)[0];

describe('the line of a conversation: the messages that are shown, computed from the records', () => {
  it('puts each message behind its parent', () => {
    expect(shownOf([answer('b', 'a'), record('c', 'b'), record('a', null)])).to.equal('a b c');
  });

  it('shows two questions asked at the same time, each with its answer, in the same order on every page', () => {
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

  it('puts an answer before a question with the same parent', () => {
    const records = [record('q', null), record('next', 'q'), answer('a', 'q', { createdAt: 9 })];
    expect(shownOf(records)).to.equal('q a next');
  });

  it('lists waiting questions in the order in which they were asked', () => {
    const waits = (id: string, parent: string, createdAt: number): MessageRecord =>
      record(id, parent, { status: 'waiting', attempt: 0, createdAt });
    const records = [record('q', null), answer('a', 'q'), waits('second', 'a', 9), waits('first', 'q', 5)];
    expect(idsOf(records)).to.deep.equal(['q a', 'first second']);
  });

  it('puts the question last whose turn runs on this page', () => {
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

  it('lists unanswered questions in `waiting`, except the next one to be answered', () => {
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

  it('takes as the next question the one that was asked first, wherever it stands', () => {
    const records = [
      record('left', null),
      record('later', 'left', { asked: ASKED, createdAt: 5 }),
      record('right', null, { createdAt: 2 }),
      record('first', 'right', { asked: ASKED, createdAt: 3 }),
    ];
    expect(idsOf(records)).to.deep.equal(['left right first', 'later']);
  });

  it('keeps a question that failed offline in its place until another question is answered', () => {
    const offline = record('offline', null, { status: 'waiting', attempt: 2 });
    expect(idsOf([offline])).to.deep.equal(['offline', '']);
    expect(idsOf([offline, record('next', null, { asked: ASKED, createdAt: 2 })])).to.deep.equal([
      'next',
      'offline',
    ]);
  });

  describe('with removed messages', () => {
    it("moves the follow-up of a removed question behind the message before it, and hides the removed question's answer", () => {
      const records = [
        record('q', null),
        answer('a', 'q'),
        record('gone', 'a', { isGone: true }),
        answer('gone-a', 'gone'),
        record('next', 'gone-a', { createdAt: 3 }),
      ];
      expect(shownOf(records)).to.equal('q a next');
    });

    it('moves a follow-up behind the last shown message when several messages before it were removed', () => {
      const gone = Array.from({ length: 3 }, (_, at) =>
        record(`g${at}`, at === 0 ? null : `g${at - 1}`, { isGone: true }),
      );
      expect(shownOf([...gone, record('q', 'g2'), answer('a', 'q')])).to.equal('q a');
    });

    it('leaves out an answer that ended without a word', () => {
      const empty = answer('empty', 'q');
      const records = [record('q', null), { ...empty, message: { ...empty.message, parts: [] } }];
      expect(shownOf([...records, record('next', 'empty', { createdAt: 3 })])).to.equal('q next');
    });
  });

  it('begins with the messages whose parent a full storage has deleted', () => {
    expect(shownOf([record('q', 'evicted'), answer('a', 'q'), answer('b', 'evicted')])).to.equal('b q a');
  });

  describe('with versions of a message', () => {
    const records = [
      record('q', null),
      answer('a1', 'q', { createdAt: 2 }),
      answer('a2', 'q', { createdAt: 4 }),
      record('behind', 'a1', { createdAt: 3 }),
    ];

    it('shows the newest version, and lists all of them from oldest to newest', () => {
      const { messages, versions } = lineOf(treeOf(records));
      expect(messages.map(({ id }) => id)).to.deep.equal(['q', 'a2']);
      expect([...versions]).to.deep.equal([['a2', ['a1', 'a2']]]);
    });

    for (const [at, shown] of [
      [3, 'q a2'],
      [4, 'q a1 behind'],
      [5, 'q a1 behind'],
    ] as const)
      it(`shows ${shown} when an older version was picked ${at - 4} ms after the newest was made`, () => {
        const { messages } = lineOf(treeOf(records, new Map([['a:q', { id: 'a1', at }]])));
        expect(messages.map(({ id }) => id).join(' ')).to.equal(shown);
      });

    it('shows the newest version where the picked one is removed or unknown', () => {
      for (const id of ['gone', 'a1']) {
        const left = records.filter(({ message }) => message.id !== 'a1');
        const { messages } = lineOf(treeOf(left, new Map([['a:q', { id, at: 9 }]])));
        expect(messages.map((message) => message.id)).to.include('a2');
      }
    });

    it('lists the edit of an edit as a sibling of the first version', () => {
      const edits = [
        record('q1', null),
        record('q2', null, { of: 'q1', createdAt: 2 }),
        record('q3', null, { of: 'q1', createdAt: 3 }),
      ];
      expect(lineOf(treeOf(edits)).versions.get('q3')).to.deep.equal(['q1', 'q2', 'q3']);
    });

    it('does not take an answer as next that grows under an earlier version of a question', () => {
      const edited = [
        record('q1', null),
        answer('a1', 'q1', { status: 'streaming' }),
        record('q2', null, { of: 'q1', createdAt: 3, asked: ASKED }),
      ];
      expect(idsOf(edited)).to.deep.equal(['q2', '']);
    });
  });

  describe('with records that our code never writes', () => {
    it("ends where records are each other's parent in a circle", () => {
      const circle = [record('a', 'b'), record('b', 'a'), record('c', 'c')];
      expect(shownOf([record('q', null), ...circle])).to.equal('q');
      const gone = circle.map((entry) => ({ ...entry, isGone: true }));
      expect(shownOf([...gone, record('q', 'a'), record('r', 'c', { createdAt: 2 })])).to.equal('q r');
    });

    it('computes 10,000 messages, in one chain or all with the same parent', () => {
      const numbers = Array.from({ length: 10_000 }, (_, at) => at);
      const deep = numbers.map((at) => record(`m${at}`, at === 0 ? null : `m${at - 1}`));
      expect(lineOf(treeOf(deep)).messages).to.have.length(10_000);
      const gone = deep.map((entry) => ({ ...entry, isGone: true }));
      expect(shownOf([...gone, record('q', 'm9999')])).to.equal('q');
      const wide = numbers.map((at) => record(`m${at}`, null, { createdAt: at }));
      expect(lineOf(treeOf(wide)).messages).to.have.length(10_000);
    });

    it('is the same for any order of the records, shows each message once, and no removed one', () => {
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
