import { expect } from 'chai';
import type { TakenConversation } from '../../../../../widget/conversation/record-store.ts';
import {
  listThreads,
  renameThread,
  type Thread,
  titleOf,
} from '../../../../../widget/ui/features/history/thread.ts';
import type { ChatMessage } from '../../../../../widget/protocol/chat-message.ts';
import { storeIn } from '../../../../support/conversation-harness.ts';
import { MapStorage } from '../../../../support/map-storage.ts';

const question = (id: string, text = id, createdAt = 1): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
  status: 'complete',
  createdAt,
});

/** The threads of one page; pages may share a storage. */
class Page {
  readonly store: ReturnType<typeof storeIn>;

  constructor(storage = new MapStorage()) {
    this.store = storeIn(storage);
  }

  get threads(): readonly Thread[] {
    return listThreads(this.store);
  }

  get ids(): readonly string[] {
    return this.threads.map(({ id }) => id);
  }

  /** Stores a conversation of these messages, each the parent of the next. */
  keep(id: string, ...messages: readonly ChatMessage[]): void {
    for (const [at, message] of messages.entries())
      this.store.write(id, { message, parent: messages[at - 1]?.id ?? null, attempt: 1, revision: 1 });
  }
}

describe('threads (the conversations in the history)', () => {
  it('are the conversations that have messages, the newest first', () => {
    const page = new Page();
    page.keep('a', question('a1', 'a1', 5));
    page.keep('b', question('b1', 'b1', 1), question('b2', 'b2', 9));
    renameThread(page.store, 'none', 'Empty');
    expect(page.ids).to.deep.equal(['b', 'a']);
    const [newest] = page.threads;
    expect(newest?.messages.map(({ id }) => id)).to.deep.equal(['b1', 'b2']);
    expect(newest).to.include({ title: '', isPinned: false, updatedAt: 9 });
  });

  it('stand before the others where they are pinned', () => {
    const page = new Page();
    for (const [at, id] of ['a', 'b', 'c'].entries()) page.keep(id, question(`m${id}`, 'x', at + 1));
    page.store.writeHeader('a', { isPinned: true });
    expect(page.ids).to.deep.equal(['a', 'c', 'b']);
    page.store.writeHeader('a', { isPinned: false });
    expect(page.ids).to.deep.equal(['c', 'b', 'a']);
  });

  it('have the name that the visitor typed, trimmed, of at most 80 characters', () => {
    const page = new Page();
    page.keep('a', question('m'));
    renameThread(page.store, 'a', ' My boots ');
    expect(page.threads[0]?.title).to.equal('My boots');
    renameThread(page.store, 'a', 'x'.repeat(100));
    expect(page.threads[0]?.title).to.equal('x'.repeat(80));
    renameThread(page.store, 'a', ' ');
    expect(page.threads[0]?.title).to.equal('');
  });

  it('do not include a conversation from which all messages were removed', () => {
    const storage = new MapStorage();
    const store = storeIn(storage);
    store.write('a', { message: question('m'), parent: null, attempt: 1, revision: 1, isGone: true });
    expect(new Page(storage).ids).to.deep.equal([]);
  });

  it('include a conversation that another page has stored in the same moment', () => {
    const storage = new MapStorage();
    new Page(storage).keep('a', question('m'));
    expect(new Page(storage).ids).to.deep.equal(['a']);
  });

  it('keep a conversation of a million characters completely', () => {
    const page = new Page();
    const text = 'long '.repeat(20_000);
    page.keep('a', ...Array.from({ length: 10 }, (_, index) => question(`q${index}`, text)));
    expect(page.threads[0]?.messages).to.have.length(10);
  });

  it('can be restored as they were', () => {
    const page = new Page();
    page.keep('a', question('m'));
    page.keep('b', question('n'));
    page.store.writeHeader('a', { isPinned: true });
    const before = page.threads;
    const removed: readonly TakenConversation[] = ['a', 'b'].map((id) => page.store.remove(id));
    expect(page.ids).to.deep.equal([]);
    for (const thread of removed) page.store.restore(thread);
    expect(page.threads).to.deep.equal(before);
  });

  it('say whether they are stored', () => {
    expect(new Page().store.isStored).to.equal(true);
    const page = new Page(new MapStorage(0));
    page.keep('a', question('m'));
    expect([page.ids, page.store.isStored]).to.deep.equal([['a'], false]);
  });

  it('keep the changes that two tabs make one after the other', () => {
    const storage = new MapStorage();
    const [first, second] = [new Page(storage), new Page(storage)];
    first.keep('a', question('m'));
    renameThread(first.store, 'a', 'Boots');
    second.store.writeHeader('a', { isPinned: true });
    second.keep('a', question('m'), question('n'));
    expect(first.threads).to.have.length(1);
    expect(first.threads[0]).to.include({ title: 'Boots', isPinned: true });
    expect(first.threads[0]?.messages).to.have.length(2);
  });

  it('do not come back when another tab has deleted them', () => {
    const storage = new MapStorage();
    const [first, second] = [new Page(storage), new Page(storage)];
    first.keep('a', question('m'));
    first.keep('b', question('n'));
    expect(second.ids).to.have.length(2);
    second.store.remove('a');
    renameThread(first.store, 'a', 'Boots');
    first.store.writeHeader('a', { isPinned: true });
    expect([first.ids, second.ids]).to.deep.equal([['b'], ['b']]);
    expect([...storage.entries].flat().join('')).not.to.include('Boots');
  });
});

describe('the title of a thread', () => {
  it('is the first line of the first question, shortened with an ellipsis', () => {
    expect(titleOf([question('a', '  Boots?\nPlease.')])).to.equal('Boots?');
    expect(titleOf([question('a', 'x'.repeat(100))])).to.equal(`${'x'.repeat(79)}…`);
    expect(titleOf([])).to.equal('');
  });
});
