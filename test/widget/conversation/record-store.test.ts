import { expect } from 'chai';
import * as fc from 'fast-check';
import { changed, type MessageRecord, recordText } from '../../../widget/conversation/message-record.ts';
import {
  MAX_CONVERSATIONS,
  RecordStore,
  type TakenConversation,
} from '../../../widget/conversation/record-store.ts';
import {
  type StorageLike,
  type StorageMemory,
  StorageWithMemory,
} from '../../../widget/conversation/storage-with-memory.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { MapStorage } from '../../support/map-storage.ts';

const PREFIX = 'cf-ai-chat:shop:v1:';

function record(id: string, text = id, createdAt = 1): MessageRecord {
  const message = {
    id,
    role: 'user',
    status: 'complete',
    createdAt,
    parts: [{ type: 'text', text }],
  } as const;
  return { message, parent: null, attempt: 1, revision: 1 };
}

function fail(): never {
  throw new DOMException('sandboxed', 'SecurityError');
}

const FORBIDDEN: StorageLike = {
  get length() {
    return fail();
  },
  key: fail,
  getItem: fail,
  setItem: fail,
  removeItem: fail,
};

/** The store of one page; pages may share a storage. */
class Page {
  readonly store: RecordStore;
  readonly told: string[] = [];
  now = 1;

  constructor(area: StorageLike | (() => StorageLike) = new MapStorage(), memory: StorageMemory = new Map()) {
    const storage = new StorageWithMemory(typeof area === 'function' ? area : () => area, memory);
    this.store = new RecordStore({
      storage,
      instance: 'shop',
      handleFull: (outcome) => this.told.push(outcome),
      now: () => this.now,
    });
  }

  /** Stores one message of this length in each of these conversations, each later than the one before. */
  writeEach(ids: readonly string[], length: number): void {
    for (const [at, id] of ids.entries()) this.store.write(id, record(`m-${id}`, 'x'.repeat(length), at + 1));
  }

  /** The texts of a conversation. */
  texts(id: string): readonly string[] {
    return [...this.store.load(id).records.values()].map(({ message }) => textOf(message));
  }
}

describe('RecordStore', () => {
  it('stores each message, each choice of a version and each title under a key of its own', () => {
    const storage = new MapStorage();
    const { store } = new Page(storage);
    store.write('c', record('m'));
    store.writePick('c', 'a:m', { id: 'n', at: 2 });
    store.writeHeader('c', { title: 'Boots' });
    store.show('c');
    expect([...storage.entries]).to.deep.equal([
      [`${PREFIX}m:c:m`, recordText(record('m'))],
      [`${PREFIX}p:c:a:m`, '{"id":"n","at":2}'],
      [`${PREFIX}c:c`, '{"title":"Boots","isPinned":false}'],
      [`${PREFIX}now`, 'c'],
    ]);
  });

  it('reads on the next page what an earlier page stored, and nothing of another instance', () => {
    const storage = new MapStorage();
    const { store } = new Page(storage);
    store.write('c', record('m'));
    store.writePick('c', 'a:m', { id: 'n', at: 2 });
    store.show('c');
    const next = new Page(storage).store;
    expect(next.shownId).to.equal('c');
    expect(next.load('c')).to.deep.equal(store.load('c'));
    const other = new RecordStore({ storage: new StorageWithMemory(() => storage), instance: 'shop2' });
    expect([other.ids(), other.shownId]).to.deep.equal([[], undefined]);
  });

  it('keeps conversations apart when the id of one begins with the id of the other', () => {
    const { store } = new Page();
    store.write('c', record('m'));
    store.write('c2', record('n'));
    store.remove('c');
    expect(store.ids()).to.deep.equal(['c2']);
    expect([...store.load('c2').records.keys()]).to.deep.equal(['n']);
  });

  it('returns the same object for an unchanged record', () => {
    const storage = new MapStorage();
    new Page(storage).store.write('c', record('m'));
    const { store } = new Page(storage);
    const [first, second] = [store.load('c').records.get('m'), store.load('c').records.get('m')];
    expect(first).to.be.an('object').and.equal(second);
    new Page(storage).store.write('c', changed(record('m'), { attempt: 2 }));
    expect(store.load('c').records.get('m')).to.include({ attempt: 2 });
  });

  it('does not change stored records of another version, nor foreign values', () => {
    const storage = new MapStorage();
    const others = {
      'cf-ai-chat:shop': '{"version":1,"messages":[]}',
      'cf-ai-chat:shop:v2:m:c:m': recordText(record('m')),
      'cf-ai-chat:shop:v10:m:c:m': recordText(record('m')),
      'cf-ai-chat:shop:v2:now': 'c',
      theirs: '1',
    };
    for (const [key, text] of Object.entries(others)) storage.setItem(key, text);
    const { store } = new Page(storage);
    expect([store.ids(), store.shownId]).to.deep.equal([[], undefined]);
    store.write('c', record('m', 'mine'));
    store.remove('c');
    for (const [key, text] of Object.entries(others)) expect(storage.getItem(key)).to.equal(text);
  });

  it('skips stored values that are no records', () => {
    const storage = new MapStorage();
    for (const [at, text] of ['', '{', 'null', '[]', '7', '{"id":"m"}'].entries()) {
      storage.setItem(`${PREFIX}m:c:${at}`, text);
      storage.setItem(`${PREFIX}p:c:${at}`, text);
      storage.setItem(`${PREFIX}c:c${at}`, text);
    }
    const { store } = new Page(storage);
    expect([...store.load('c').records, ...store.load('c').picks]).to.deep.equal([]);
    expect(store.header('c1')).to.deep.equal({ title: '', isPinned: false });
    store.write('c', record('0'));
    expect([...store.load('c').records.keys()]).to.deep.equal(['0']);
  });

  describe('when two pages write', () => {
    it('keeps the messages of both', () => {
      const storage = new MapStorage();
      const [first, second] = [new Page(storage), new Page(storage)];
      first.store.write('c', record('a'));
      second.store.write('c', record('b'));
      expect(first.texts('c')).to.deep.equal(['a', 'b']);
      expect(second.texts('c')).to.deep.equal(['a', 'b']);
    });

    it('keeps the further record of one message, and hands it to the page that has the other record', () => {
      const storage = new MapStorage();
      const [first, second] = [new Page(storage).store, new Page(storage).store];
      const further = changed(record('m'), { attempt: 2 });
      expect(first.write('c', further)).to.equal(undefined);
      expect(second.write('c', record('m'))).to.deep.equal(further);
      expect(storage.getItem(`${PREFIX}m:c:m`)).to.equal(recordText(further));
      const last = changed(further, {});
      expect(second.write('c', last)).to.equal(undefined);
      expect(first.load('c').records.get('m')).to.deep.equal(last);
    });
  });

  describe('a removed conversation', () => {
    it('is gone on all pages, and can be restored as it was', () => {
      const storage = new MapStorage();
      const [page, other] = [new Page(storage), new Page(storage)];
      page.store.write('c', record('m'));
      page.store.writePick('c', 'a:m', { id: 'n', at: 2 });
      page.store.writeHeader('c', { title: 'Boots', isPinned: true });
      const before = [...storage.entries];
      const taken = page.store.remove('c');
      expect([page.store.ids(), other.store.ids()]).to.deep.equal([[], []]);
      expect([...storage.entries.keys()]).to.deep.equal([`${PREFIX}c:c`]);
      expect(JSON.stringify([...storage.entries])).not.to.include('Boots');
      other.store.restore(taken);
      expect(new Map(storage.entries)).to.deep.equal(new Map(before));
    });

    it('is restored without a title where it had none', () => {
      const { store } = new Page();
      store.write('c', record('m'));
      store.restore(store.remove('c'));
      expect([store.ids(), store.isRemoved('c')]).to.deep.equal([['c'], false]);
    });

    it('refuses a message of a page that has not heard of the removal', () => {
      const storage = new MapStorage();
      const [page, other] = [new Page(storage), new Page(storage)];
      page.store.write('c', record('m'));
      page.store.remove('c');
      expect(other.store.write('c', record('n'))).to.equal(undefined);
      expect([...storage.entries.keys()]).to.deep.equal([`${PREFIX}c:c`]);
    });

    it('deletes a message that another page wrote in the moment of the removal', () => {
      const storage = new MapStorage();
      const { store } = new Page(storage);
      store.write('c', record('m'));
      store.remove('c');
      storage.setItem(`${PREFIX}m:c:late`, recordText(record('late')));
      expect(store.ids()).to.deep.equal([]);
      store.sweep('c');
      expect([...storage.entries.keys()]).to.deep.equal([`${PREFIX}c:c`]);
      store.write('d', record('m'));
      store.sweep('d');
      expect(store.ids()).to.deep.equal(['d']);
    });

    it('is replaced by one empty conversation, the same on all pages', () => {
      const storage = new MapStorage();
      const [page, other] = [new Page(storage).store, new Page(storage).store];
      page.write('c', record('m'));
      page.show('c');
      page.remove('c');
      expect(page.shownId).to.be.a('string').and.not.equal('c');
      expect(other.shownId).to.equal(page.shownId);
      const next = page.shownId ?? '';
      page.write(next, record('n'));
      page.remove(next);
      expect(other.shownId).to.not.be.oneOf(['c', next]);
    });

    it('is remembered as removed, together with the latest hundred', () => {
      const storage = new MapStorage();
      const page = new Page(storage);
      for (let at = 0; at < 103; at++) {
        page.now = at + 1;
        page.store.write(`c${at}`, record('m'));
        page.store.remove(`c${at}`);
      }
      const remembered = [...storage.entries.keys()];
      expect(remembered).to.have.length(100);
      expect(remembered).to.include(`${PREFIX}c:c102`).and.not.include(`${PREFIX}c:c2`);
    });
  });

  describe('when the storage is full', () => {
    const four = ['a', 'b', 'c', 'd'];

    it('deletes the oldest conversation and reports the deletion', () => {
      const storage = new MapStorage(4_000);
      const page = new Page(storage);
      page.writeEach(four, 1_000);
      expect(page.store.ids()).to.deep.equal(['b', 'c', 'd']);
      expect(page.told).to.deep.equal(['given-up']);
      expect(page.store.isStored).to.equal(true);
    });

    it('deletes pinned conversations last, and the current one never', () => {
      const page = new Page(new MapStorage(4_400));
      page.writeEach(['a', 'b', 'c'], 1_000);
      page.store.writeHeader('a', { isPinned: true });
      page.store.write('b', record('long', 'x'.repeat(1_900), 9));
      expect(page.store.ids()).to.deep.equal(['a', 'b']);
      page.store.write('b', record('longer', 'x'.repeat(1_000), 10));
      expect(page.store.ids()).to.deep.equal(['b']);
      expect(page.texts('b')).to.have.length(3);
      expect(page.store.header('a').isPinned, 'nothing of it is left').to.equal(false);
    });

    it('takes the newest message of a conversation for its age', () => {
      const page = new Page(new MapStorage(4_400));
      page.writeEach(['a', 'b', 'c'], 1_000);
      page.store.write('a', record('new', 'x', 9));
      page.store.write('d', record('m', 'x'.repeat(1_000), 10));
      expect(page.store.ids()).to.deep.equal(['a', 'c', 'd']);
    });

    it('keeps in memory what does not fit, reports once, and loses nothing that is stored', () => {
      const storage = new MapStorage();
      const memory: StorageMemory = new Map();
      const page = new Page(storage, memory);
      page.store.write('c', record('a'));
      storage.limit = 10;
      page.store.write('c', record('b'));
      page.store.write('c', record('d'));
      page.store.write('c', changed(record('a', 'a again'), {}));
      expect(page.told).to.deep.equal(['unstored']);
      expect(page.texts('c').toSorted()).to.deep.equal(['a again', 'b', 'd']);
      expect(page.store.isStored).to.equal(false);
      expect(new Page(storage, memory).texts('c'), 'a panel that is made anew').to.have.length(3);
      expect(new Page(storage).texts('c'), 'the next page').to.deep.equal(['a']);
    });

    it('stores what is in memory once there is room, and reports the next text that does not fit', () => {
      const storage = new MapStorage();
      const page = new Page(storage);
      storage.limit = 0;
      page.store.write('c', record('a'));
      page.store.storeRefused();
      expect(page.store.isStored).to.equal(false);
      storage.limit = Infinity;
      page.store.storeRefused();
      expect(page.store.isStored).to.equal(true);
      expect(new Page(storage).texts('c'), 'the next page').to.deep.equal(['a']);
      storage.limit = 0;
      page.store.write('c', record('b'));
      expect(page.told).to.deep.equal(['unstored', 'unstored']);
    });

    it('prefers what another page has stored to an older state in memory', () => {
      const storage = new MapStorage();
      const [page, other] = [new Page(storage), new Page(storage)];
      page.store.write('c', record('a'));
      storage.limit = 10;
      const refused = changed(record('a', 'refused'), {});
      page.store.write('c', refused);
      expect(page.texts('c')).to.deep.equal(['refused']);
      storage.limit = Infinity;
      other.store.write('c', changed(record('a', 'stored'), { revision: 5 }));
      expect(page.texts('c')).to.deep.equal(['stored']);
    });

    it('does not store the end of a turn without its answer', () => {
      const storage = new MapStorage();
      const page = new Page(storage);
      const asked = { answerId: 'q-answer', at: 1, key: 'q'.repeat(40) };
      const question = { ...record('q'), asked };
      page.store.write('c', question);
      storage.limit = 0;
      const withWay = changed(question, { resumePoint: { url: '/api/chat/1', at: 1 } });
      page.store.write('c', withWay);
      page.store.write('c', record('a', 'An answer'));
      // The new record is shorter than the stored one: it would fit.
      storage.limit = [...storage.entries].flat().join('').length;
      page.store.write('c', changed(withWay, { asked: undefined, resumePoint: undefined }));
      expect(new Page(storage).store.load('c').records.get('q')?.asked).to.deep.equal(asked);
      expect(page.texts('c')).to.have.length(2);
      storage.limit = Infinity;
      page.store.write('c', record('n'));
      expect(new Page(storage).texts('c')).to.have.length(3);
      expect(new Page(storage).store.load('c').records.get('q')?.asked).to.equal(undefined);
    });

    it('keeps other pages from sending a question that this page is sending, where the backend knows no keys', () => {
      const storage = new MapStorage();
      const [page, other] = [new Page(storage), new Page(storage)];
      const { message, ...rest } = record('q');
      const waiting = { ...rest, message: { ...message, role: 'user' as const, status: 'waiting' as const } };
      page.store.write('c', waiting);
      storage.limit = 0;
      const asked = { answerId: 'q-answer', at: 1 };
      page.store.write('c', changed(waiting, { message: { ...waiting.message, status: 'complete' }, asked }));
      expect(other.store.load('c').records.size).to.equal(0);
      expect(page.store.load('c').records.get('q')?.asked).to.deep.equal(asked);
    });

    it('deletes no conversation that a page shows', () => {
      const storage = new MapStorage(3_000);
      const page = new Page(storage);
      page.store.show('a');
      page.writeEach(['a', 'b'], 1_000);
      page.store.write('c', record('m', 'x'.repeat(1_000), 9));
      expect(page.store.ids()).to.deep.equal(['a', 'c']);
    });

    it('reports a second time when something fits in between and the next write does not', () => {
      const storage = new MapStorage();
      const page = new Page(storage);
      for (const limit of [10, 10, Infinity, 0]) {
        storage.limit = limit;
        page.store.write('c', record(`m${storage.entries.size}-${page.told.length}`));
      }
      expect(page.told).to.deep.equal(['unstored', 'unstored']);
    });

    it('stores what did not fit once a conversation was removed', () => {
      const storage = new MapStorage();
      const page = new Page(storage);
      page.store.write('old', record('a'));
      page.store.writeHeader('old', { isPinned: true });
      storage.limit = 10;
      page.store.write('c', record('b'));
      expect(page.store.isStored).to.equal(false);
      storage.limit = Infinity;
      page.store.remove('old');
      expect(page.store.isStored).to.equal(true);
      expect(new Page(storage).texts('c')).to.deep.equal(['b']);
    });
  });

  for (const [why, area] of [
    ['throws', fail],
    ['throws at each access', () => FORBIDDEN],
    ['throws something else', () => ({ ...FORBIDDEN, length: Number.NaN, getItem: () => raise('a text') })],
    ['takes nothing', () => new MapStorage(0)],
  ] as const)
    it(`keeps everything in memory where the storage ${why}`, () => {
      const memory: StorageMemory = new Map();
      const page = new Page(area, memory);
      page.store.write('c', record('a'));
      page.store.writePick('c', 'a:m', { id: 'n', at: 2 });
      page.store.writeHeader('c', { title: 'Boots' });
      page.store.show('c');
      const { store } = new Page(area, memory);
      expect([store.ids(), store.shownId, store.header('c').title, store.load('c').picks.size]).to.deep.equal(
        [['c'], 'c', 'Boots', 1],
      );
      expect(store.isStored).to.equal(false);
      store.restore(store.remove('c'));
      expect(store.ids()).to.deep.equal(['c']);
      store.remove('c');
      expect([store.ids(), new Page(area).store.ids()]).to.deep.equal([[], []]);
    });

  it('keeps fifty conversations besides the pinned ones', () => {
    const { store } = new Page();
    for (let at = 0; at <= MAX_CONVERSATIONS; at++) store.write(`c${at}`, record('m', 'x', at + 1));
    store.writeHeader('c0', { isPinned: true });
    store.removeSurplus(`c${MAX_CONVERSATIONS}`);
    expect(store.ids()).to.have.length(MAX_CONVERSATIONS).and.include('c0').and.not.include('c1');
    store.removeSurplus('c2');
    expect(store.ids()).to.have.length(MAX_CONVERSATIONS);
  });

  it('has everything that was written and not removed, after any steps of two pages', () => {
    const step = fc.record({
      kind: fc.constantFrom('write', 'remove', 'restore', 'title'),
      page: fc.nat(1),
      id: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
        const storage = new MapStorage();
        const pages = [new Page(storage), new Page(storage)];
        const expected = new Map<string, Set<string>>();
        const taken = new Map<string, { readonly entries: TakenConversation; readonly ids: Set<string> }>();
        for (const [at, { kind, page, id }] of steps.entries()) {
          const store = pages[page]!.store;
          const isThere = !store.isRemoved(id);
          if (kind === 'write') {
            store.write(id, record(`m${at}`));
            if (isThere) expected.set(id, new Set([...(expected.get(id) ?? []), `m${at}`]));
          } else if (kind === 'remove' && isThere) {
            taken.set(id, { entries: store.remove(id), ids: expected.get(id) ?? new Set() });
            expected.delete(id);
          } else if (kind === 'restore' && !isThere) {
            const before = taken.get(id);
            if (before) store.restore(before.entries);
            if (before && before.ids.size > 0) expected.set(id, before.ids);
          } else if (kind === 'title' && isThere) store.writeHeader(id, { title: `t${at}` });
        }
        for (const { store } of pages) {
          expect(new Set(store.ids())).to.deep.equal(new Set(expected.keys()));
          for (const [id, messages] of expected)
            expect(new Set(store.load(id).records.keys())).to.deep.equal(messages);
        }
      }),
    );
  });
});

function raise(value: string): never {
  // oxlint-disable-next-line no-throw-literal -- a broken storage may throw anything
  throw value;
}
