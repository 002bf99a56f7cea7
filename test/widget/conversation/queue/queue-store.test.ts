import { expect } from 'chai';
import { openQueueStore, type QueueStore } from '../../../../widget/conversation/queue/queue-store.ts';
import { type StorageLike, StorageWithMemory } from '../../../../widget/conversation/storage-with-memory.ts';

const KEY = 'cf-ai-chat:shop:queue';
const NOTHING = { texts: [], conversation: undefined, waiting: undefined };

function areaOf(storage: Map<string, string>): () => StorageLike {
  return () => ({
    length: 0,
    key: () => null,
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
    removeItem: (key) => void storage.delete(key),
  });
}

describe('the store of messages that wait', () => {
  let storage: Map<string, string>;
  let stores: QueueStore[];
  beforeEach(() => {
    storage = new Map();
    stores = [];
  });
  afterEach(() => leavePage());

  /** A queue of the page. */
  function open(): QueueStore {
    const store = openQueueStore({ storage: new StorageWithMemory(areaOf(storage)), instance: 'shop' });
    stores.push(store);
    return store;
  }

  function leavePage(): void {
    for (const store of stores.splice(0)) store.close();
  }

  it('gives what an earlier page has left to one queue, the first that asks', () => {
    open().save({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    leavePage();
    const [first, second] = [open(), open()];
    expect(first.load().record).to.deep.equal({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    expect(second.load().record).to.deep.equal(NOTHING);
  });

  it('keeps what it has given for the page after this one', () => {
    open().save({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    for (const page of ['second', 'third']) {
      leavePage();
      expect(open().load().record.texts, `the ${page} page`).to.deep.equal(['Two']);
    }
  });

  it('gives the messages of a chat that was removed to the next one on the same page', () => {
    const store = open();
    store.save({ texts: ['Two'] });
    expect(open().load().record).to.deep.equal(NOTHING);
    store.close();
    expect(open().load().record.texts).to.deep.equal(['Two']);
  });

  it('lets no queue overwrite what another one holds', () => {
    const [first, second] = [open(), open()];
    first.save({ texts: ['One'], conversation: 'c', waiting: 'q' });
    second.save({ texts: ['Two', 'Three'], conversation: 'c' });
    leavePage();
    expect(open().load().record).to.deep.equal({
      texts: ['One', 'Two', 'Three'],
      conversation: 'c',
      waiting: 'q',
    });
  });

  it('leaves nothing in the storage when nothing waits', () => {
    const [first, second] = [open(), open()];
    first.save({ texts: ['One'] });
    second.save({ texts: ['Two'] });
    first.save(NOTHING);
    second.save(NOTHING);
    expect([...storage]).to.deep.equal([]);
  });

  describe('of a tab that is a copy of another one', () => {
    const record = { texts: ['Two'], conversation: 'c', waiting: 'q' };

    /** Another page: what it holds is open nowhere here. */
    async function openElsewhere(): Promise<QueueStore> {
      const url = new URL('../../../../widget/conversation/queue/queue-store.ts?elsewhere', import.meta.url);
      const module = (await import(url.href)) as { openQueueStore: typeof openQueueStore };
      return module.openQueueStore({ storage: new StorageWithMemory(areaOf(storage)), instance: 'shop' });
    }

    it('gets the texts for its text box, and stores nothing of them', async () => {
      (await openElsewhere()).save(record);
      const copy = open();
      expect(copy.load()).to.deep.equal({ record: NOTHING, copied: ['Two'] });
      expect([...storage]).to.deep.equal([]);
      copy.save({ texts: ['Own'] });
      expect(copy.load().record.texts).to.deep.equal(['Own']);
    });

    it('gets them also when the other page is left a moment later', async () => {
      const original = await openElsewhere();
      original.save(record);
      const copied = new Map(storage);
      original.leave();
      storage = copied;
      expect(open().load().copied).to.deep.equal(['Two']);
    });

    it('is no next page: that one has the messages themselves', async () => {
      const original = await openElsewhere();
      original.save(record);
      original.leave();
      const next = open();
      expect(next.load()).to.deep.equal({ record, copied: [] });
      expect(original.load()).to.deep.equal({ record: NOTHING, copied: ['Two'] });
    });
  });

  it('has nothing left of what a later page of the tab has sent', () => {
    const page = open();
    page.save({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    storage.delete(KEY);
    expect(page.load().record).to.deep.equal(NOTHING);
  });

  for (const [name, text] of Object.entries({
    'no JSON': 'x',
    'a later version': '{"version":2,"queues":[{"texts":["Two"],"isLeft":true}]}',
    'a list': '[1]',
    'entries of other types': '{"version":1,"queues":[null,1,{"texts":[1]}]}',
  }))
    it(`takes nothing from ${name}`, () => {
      storage.set(KEY, text);
      expect(open().load().record.texts).to.deep.equal([]);
    });

  it('lasts as long as the page where that may store nothing', () => {
    const area = (): StorageLike => {
      throw new DOMException('sandboxed', 'SecurityError');
    };
    const store = openQueueStore({ storage: new StorageWithMemory(area), instance: 'shop' });
    store.save({ texts: ['One'] });
    expect(store.load().record.texts).to.deep.equal(['One']);
    store.close();
  });
});
