import { expect } from 'chai';
import * as fc from 'fast-check';
import { type StorageLike, StorageWithMemory } from '../../../../widget/conversation/storage-with-memory.ts';
import { MAX_THREADS, ThreadRecords } from '../../../../widget/conversation/thread-records.ts';
import { titleOf, type Thread } from '../../../../widget/conversation/thread.ts';
import { Threads } from '../../../../widget/conversation/threads/threads.ts';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';
import { MapStorage } from '../../../support/map-storage.ts';

const question = (id: string, text = `Question ${id}`): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
  status: 'complete',
  createdAt: 1,
});

const DEFAULTS = { createId: () => 'made', now: () => 1 };

/** The threads of one page, on a storage that other pages may share. */
class Page {
  readonly records: ThreadRecords;
  readonly threads: Threads;
  givenUp = 0;
  unstored = 0;
  static #now = 1_000;

  constructor(storage: StorageLike = new MapStorage()) {
    this.records = new ThreadRecords(new StorageWithMemory(() => storage), 'shop', (outcome) =>
      outcome === 'given-up' ? this.givenUp++ : this.unstored++,
    );
    this.threads = new Threads(this.records, DEFAULTS);
  }

  get ids(): readonly string[] {
    return this.threads.list.map(({ id }) => id);
  }

  /** Leaves a conversation of these questions. */
  leave(...questions: readonly string[]): Thread | undefined {
    return this.keep(questions.map((id) => question(id)));
  }

  keep(messages: readonly ChatMessage[]): Thread | undefined {
    return this.records.keep({ messages }, ++Page.#now);
  }
}

describe('threads', () => {
  it('keep a conversation once, however often it is left', () => {
    const page = new Page();
    page.leave('a');
    page.threads.rename('a', ' My boots ');
    page.leave('a', 'b');
    expect(page.ids).to.deep.equal(['a']);
    expect(page.threads.list[0]).to.include({ title: 'My boots' });
    expect(page.threads.list[0]?.messages).to.have.length(2);
  });

  it('keep nothing of a conversation without messages', () => {
    const page = new Page();
    expect(page.leave()).to.equal(undefined);
    expect(page.threads.list).to.deep.equal([]);
  });

  it('are there for a page that comes in the same moment', () => {
    const storage = new MapStorage();
    new Page(storage).leave('a');
    expect(new Page(storage).ids).to.deep.equal(['a']);
    expect([...storage.entries.keys()]).to.deep.equal(['cf-ai-chat:shop:chat:a']);
  });

  it('keep all of a conversation of a million characters', () => {
    const page = new Page();
    const text = 'long '.repeat(20_000);
    page.keep(Array.from({ length: 10 }, (_, index) => question(`q${index}`, text)));
    expect(page.ids).to.deep.equal(['q0']);
    expect(page.threads.list[0]?.messages).to.have.length(10);
  });

  it('give up the oldest that are not pinned', () => {
    const page = new Page();
    for (let index = 0; index <= MAX_THREADS + 1; index++) {
      page.leave(`q${index}`);
      if (index === 0) page.threads.pin('q0', true);
    }
    expect(page.ids)
      .to.have.length(MAX_THREADS + 1)
      .and.include('q0')
      .and.not.include('q1');
    expect(page.ids[0]).to.equal('q0');
  });

  it('give up the oldest where the storage is full, pinned ones last, and say so', () => {
    const page = new Page(new MapStorage(1_000));
    for (const id of ['a', 'b', 'c']) page.leave(id);
    page.threads.pin('a', true);
    for (const id of ['d', 'e', 'f']) page.leave(id);
    expect(page.givenUp).to.be.greaterThan(0);
    expect(page.ids[0]).to.equal('a');
    expect(page.ids).to.include('f').and.not.include('b');
    expect(page.threads.isStored).to.equal(true);
  });

  it('are stored once there is room again, and say that they are not before', () => {
    const storage = new MapStorage();
    const page = new Page(storage);
    page.leave('a');
    storage.limit = 10;
    page.leave('b');
    page.records.settle();
    expect(page.unstored).to.equal(1);
    expect(page.threads.isStored).to.equal(false);
    storage.limit = Infinity;
    page.records.settle();
    expect(page.threads.isStored).to.equal(true);
    expect(new Page(storage).ids).to.deep.equal(['b']);
  });

  it('come back with their earlier versions, and are one thread whichever version begins it', () => {
    const storage = new MapStorage();
    const { records } = new Page(storage);
    const [first, second] = [question('a'), { ...question('b'), createdAt: 2 }];
    records.keep({ messages: [second], hidden: [{ ...first, parentId: null }] }, 1);
    records.keep({ messages: [first], hidden: [{ ...second, parentId: null }] }, 2);
    const there = new Page(storage);
    expect(there.ids).to.deep.equal(['a']);
    expect(there.threads.list[0]?.hidden).to.deep.equal([{ ...second, parentId: null }]);
  });

  it('come back with the point from which an answer goes on', () => {
    const storage = new MapStorage();
    const resumePoint = { url: 'https://chat.example/rest', after: 2, at: 1_000 };
    new Page(storage).records.keep({ messages: [question('a')], resumePoint }, 1);
    expect(new Page(storage).threads.list[0]?.resumePoint).to.deep.equal(resumePoint);
  });

  it('are put back as they were', () => {
    const page = new Page();
    page.leave('a');
    page.threads.pin('a', true);
    const removed = page.threads.remove(['a']);
    expect(page.ids).to.deep.equal([]);
    page.threads.restore(removed);
    expect(page.threads.list[0]).to.include({ id: 'a', isPinned: true });
  });

  for (const [kind, area] of [
    ['is full', { length: 0, key: () => null, getItem: () => null, setItem: fail, removeItem: fail }],
    ['throws', { length: 0, key: fail, getItem: fail, setItem: fail, removeItem: fail }],
  ] as const)
    it(`live as long as the page where the storage ${kind}`, () => {
      const page = new Page(area);
      page.leave('a');
      expect(page.ids).to.deep.equal(['a']);
      expect(page.threads.isStored).to.equal(false);
      page.threads.remove(['a']);
      expect(page.ids).to.deep.equal([]);
    });

  it('leave out records that are no threads', () => {
    const storage = new MapStorage();
    for (const [index, text] of ['{"version":2}', '7', 'null', '{', ''].entries())
      storage.setItem(`cf-ai-chat:shop:chat:${index}`, text);
    storage.setItem('cf-ai-chat:shop2:chat:a', '{}');
    expect(new Page(storage).ids).to.deep.equal([]);
  });

  it('lose nothing that two tabs change at the same time', () => {
    const storage = new MapStorage();
    const [first, second] = [new Page(storage), new Page(storage)];
    first.leave('a');
    first.threads.rename('a', 'Boots');
    second.threads.pin('a', true);
    second.leave('a', 'b');
    expect(first.threads.list).to.have.length(1);
    expect(first.threads.list[0]).to.include({ title: 'Boots', isPinned: true });
    expect(first.threads.list[0]?.messages).to.have.length(2);
  });

  it('do not bring back what another tab has deleted', () => {
    const storage = new MapStorage();
    const [first, second] = [new Page(storage), new Page(storage)];
    first.leave('a');
    first.leave('b');
    expect(second.ids).to.have.length(2);
    second.threads.remove(['a']);
    first.threads.rename('a', 'Boots');
    expect([first.ids, second.ids]).to.deep.equal([['b'], ['b']]);
  });

  it('lose no conversation in any order of steps', () => {
    const step = fc.record({
      kind: fc.constantFrom('leave', 'remove', 'undo', 'pin'),
      id: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const page = new Page();
        const expected = new Set<string>();
        let removed: readonly Thread[] = [];
        for (const { kind, id } of steps) {
          if (kind === 'leave' && page.leave(id)) expected.add(id);
          if (kind === 'remove') {
            removed = page.threads.remove([id]);
            expected.delete(id);
          }
          if (kind === 'undo') {
            page.threads.restore(removed);
            removed.forEach((thread) => expected.add(thread.id));
          }
          if (kind === 'pin') page.threads.pin(id, true);
        }
        expect(new Set(page.ids)).to.deep.equal(expected);
      }),
    );
  });
});

describe('the title of a thread', () => {
  it('is the first line of the first question, cut with an ellipsis', () => {
    expect(titleOf([question('a', '  Boots?\nPlease.')])).to.equal('Boots?');
    expect(titleOf([question('a', 'x'.repeat(100))])).to.equal(`${'x'.repeat(79)}…`);
    expect(titleOf([])).to.equal('');
  });
});

function fail(): never {
  throw new DOMException('full', 'QuotaExceededError');
}
