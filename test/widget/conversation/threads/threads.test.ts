import { expect } from 'chai';
import * as fc from 'fast-check';
import type { StorageLike } from '../../../../widget/conversation/persistence.ts';
import { openPageThreads, openTabThreads } from '../../../../widget/conversation/threads/thread-store.ts';
import type { Thread } from '../../../../widget/conversation/threads/thread.ts';
import { MAX_THREADS, Threads } from '../../../../widget/conversation/threads/threads.ts';
import { titleOf } from '../../../../widget/conversation/threads/thread.ts';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';

const question = (id: string, text = `Question ${id}`): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
  status: 'complete',
  createdAt: 1,
});

function clock(): { createId: () => string; now: () => number } {
  let time = 1_000;
  return { createId: () => `made-${time}`, now: () => (time += 1) };
}

/** Storage of one text. */
function storageOf(text: string | null): StorageLike {
  let stored = text;
  return {
    getItem: () => stored,
    setItem: (_key, value) => (stored = value),
    removeItem: () => (stored = null),
  };
}

const ids = (threads: readonly Thread[]): string[] => threads.map(({ id }) => id);

describe('threads', () => {
  it('keep a conversation once, however often it is left', () => {
    const threads = new Threads(openPageThreads(), clock());
    threads.add({ messages: [question('a')] });
    threads.rename('a', ' My boots ');
    threads.add({ messages: [question('a'), question('b')] });
    expect(ids(threads.list)).to.deep.equal(['a']);
    expect(threads.list[0]).to.include({ title: 'My boots' });
    expect(threads.list[0]?.messages).to.have.length(2);
  });

  it('keep nothing of a conversation without messages', () => {
    const threads = new Threads(openPageThreads(), clock());
    expect(threads.add({ messages: [] })).to.equal(undefined);
    expect(threads.list).to.deep.equal([]);
  });

  it('give up the oldest that are not pinned', () => {
    const threads = new Threads(openPageThreads(), clock());
    for (let index = 0; index <= MAX_THREADS + 1; index++) {
      threads.add({ messages: [question(`q${index}`)] });
      if (index === 0) threads.pin('q0', true);
    }
    expect(threads.list).to.have.length(MAX_THREADS + 1);
    expect(ids(threads.list)).to.include('q0').and.not.to.include('q1');
    expect(ids(threads.list)[0]).to.equal('q0');
  });

  it('come back from the store, with what other tabs have added', async () => {
    const store = openTabThreads(() => sessionStorage, 'threads-test');
    const here = new Threads(store, clock());
    here.add({ messages: [question('a')] });
    const there = new Threads(store, clock());
    there.add({ messages: [question('b')] });
    await here.load();
    expect(ids(here.list)).to.have.members(['a', 'b']);
    here.remove(['a', 'b']);
    await here.load();
    expect(here.list).to.deep.equal([]);
    expect(sessionStorage.getItem('cf-ai-chat:threads-test:threads')).to.equal(null);
  });

  it('come back with their earlier versions, and are one thread whichever version begins it', async () => {
    const store = openTabThreads(() => sessionStorage, 'versions-test');
    const here = new Threads(store, clock());
    const [first, second] = [question('a'), { ...question('b'), createdAt: 2 }];
    here.add({ messages: [second], hidden: [{ ...first, parentId: null }] });
    here.add({ messages: [first], hidden: [{ ...second, parentId: null }] });
    const there = new Threads(store, clock());
    await there.load();
    expect(ids(there.list)).to.deep.equal(['a']);
    expect(there.list[0]?.hidden).to.deep.equal([{ ...second, parentId: null }]);
    there.remove(['a']);
  });

  it('give up earlier versions before what they show, where all of it is too much', async () => {
    const store = openPageThreads();
    const text = 'long '.repeat(30_000);
    const long = { ...question('b'), parts: [{ type: 'text', text }] } as const;
    new Threads(store, clock()).add({
      messages: [{ ...long, id: 'a' }],
      hidden: [{ ...long, parentId: null }],
    });
    const there = new Threads(store, clock());
    await there.load();
    expect(there.list[0]?.messages.length).to.equal(1);
    expect(there.list[0]?.hidden ?? []).to.deep.equal([]);
  });

  it('are put back as they were', () => {
    const threads = new Threads(openPageThreads(), clock());
    threads.add({ messages: [question('a')] });
    threads.pin('a', true);
    const removed = threads.remove(['a']);
    expect(threads.list).to.deep.equal([]);
    threads.restore(removed);
    expect(threads.list[0]).to.include({ id: 'a', isPinned: true });
  });

  for (const [kind, area] of [
    ['is full', { getItem: () => null, setItem: fail, removeItem: fail }],
    ['throws', { getItem: fail, setItem: fail, removeItem: fail }],
    ['holds something else', storageOf('[{"version":2},7,null]')],
  ] as const) {
    it(`live as long as the page where the storage ${kind}`, async () => {
      const threads = new Threads(
        openTabThreads(() => area, 'x'),
        clock(),
      );
      await threads.load();
      threads.add({ messages: [question('a')] });
      await threads.load();
      expect(ids(threads.list)).to.deep.equal(['a']);
      threads.remove(['a']);
      await threads.load();
      expect(threads.list).to.deep.equal([]);
    });
  }

  it('lose nothing that two tabs change at the same time', async () => {
    const store = openTabThreads(() => area, 'x');
    const area = storageOf(null);
    const [first, second] = [new Threads(store, clock()), new Threads(store, clock())];
    first.add({ messages: [question('a')] });
    await second.load();
    first.rename('a', 'Boots');
    second.pin('a', true);
    second.add({ messages: [question('a'), question('b')] });
    await first.load();
    expect(first.list).to.have.length(1);
    expect(first.list[0]).to.include({ title: 'Boots', isPinned: true });
    expect(first.list[0]?.messages).to.have.length(2);
  });

  it('do not bring back what another tab has deleted', async () => {
    const area = storageOf(null);
    const store = openTabThreads(() => area, 'x');
    const [first, second] = [new Threads(store, clock()), new Threads(store, clock())];
    first.add({ messages: [question('a')] });
    first.add({ messages: [question('b')] });
    await second.load();
    second.remove(['a']);
    first.rename('a', 'Boots');
    await first.load();
    await second.load();
    expect([ids(first.list), ids(second.list)]).to.deep.equal([['b'], ['b']]);
  });

  it('lose no conversation in any order of steps', async () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'remove', 'undo', 'load', 'pin'),
      id: fc.constantFrom('a', 'b', 'c'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const threads = new Threads(openPageThreads(), clock());
        const expected = new Set<string>();
        let removed: readonly Thread[] = [];
        for (const { kind, id } of steps) {
          if (kind === 'add' && threads.add({ messages: [question(id)] })) expected.add(id);
          if (kind === 'remove') {
            removed = threads.remove([id]);
            expected.delete(id);
          }
          if (kind === 'undo') {
            threads.restore(removed);
            removed.forEach((thread) => expected.add(thread.id));
          }
          if (kind === 'pin') threads.pin(id, true);
          if (kind === 'load') await threads.load();
        }
        await threads.load();
        expect(new Set(ids(threads.list))).to.deep.equal(expected);
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
