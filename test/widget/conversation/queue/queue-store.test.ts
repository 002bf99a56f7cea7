import { expect } from 'chai';
import type { StorageLike } from '../../../../widget/conversation/persistence.ts';
import {
  openQueueStore,
  type QueueStore,
  type QueueStoreOptions,
} from '../../../../widget/conversation/queue/queue-store.ts';

const KEY = 'cf-ai-chat:shop:queue';
const NO_LOCKS = { locks: undefined, after: () => () => undefined };
const NOTHING = { texts: [], conversation: undefined, waiting: undefined };

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
    const area = (): StorageLike => ({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    });
    const store = openQueueStore({ area, instance: 'shop', ...NO_LOCKS });
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
    expect(first.load()).to.deep.equal({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    expect(second.load()).to.deep.equal(NOTHING);
  });

  it('keeps what it has given for the page after this one', () => {
    open().save({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    for (const page of ['second', 'third']) {
      leavePage();
      expect(open().load()?.texts, `the ${page} page`).to.deep.equal(['Two']);
    }
  });

  it('gives the messages of a chat that was removed to the next one on the same page', () => {
    const store = open();
    store.save({ texts: ['Two'] });
    expect(open().load()).to.deep.equal(NOTHING);
    store.close();
    expect(open().load()?.texts).to.deep.equal(['Two']);
  });

  it('lets no queue overwrite what another one holds', () => {
    const [first, second] = [open(), open()];
    first.save({ texts: ['One'], conversation: 'c', waiting: 'q' });
    second.save({ texts: ['Two', 'Three'], conversation: 'c' });
    leavePage();
    expect(open().load()).to.deep.equal({ texts: ['One', 'Two', 'Three'], conversation: 'c', waiting: 'q' });
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
    const instance = 'copied';
    const key = 'cf-ai-chat:copied:queue';
    const area = (): StorageLike => ({
      getItem: (name) => storage.get(name) ?? null,
      setItem: (name, value) => void storage.set(name, value),
      removeItem: (name) => void storage.delete(name),
    });
    /** Ends the patience of the store with the other tab. */
    let loseHope: () => void;

    function openIn(): QueueStore {
      const after: QueueStoreOptions['after'] = (_milliseconds, callback) => {
        loseHope = callback;
        return () => undefined;
      };
      const store = openQueueStore({ area, instance, locks: navigator.locks, after });
      stores.push(store);
      return store;
    }

    /** What the other tab holds, until the returned function is called. */
    async function holdElsewhere(owner: string): Promise<() => void> {
      storage.set(key, JSON.stringify({ version: 1, queues: [{ ...record, owner }] }));
      let release: () => void = () => undefined;
      await new Promise<void>((resolve) => {
        void navigator.locks.request(`${key}:${owner}`, () => {
          resolve();
          return new Promise<void>((end) => (release = end));
        });
      });
      return release;
    }

    it('claims nothing, and stores it no longer', async () => {
      const release = await holdElsewhere('first');
      const store = openIn();
      expect(store.load()).to.deep.equal(record);
      const claimed = store.claim();
      loseHope();
      expect(await claimed).to.equal(false);
      expect([...storage]).to.deep.equal([]);
      store.save({ texts: ['Own'] });
      expect(await store.claim()).to.equal(true);
      release();
    });

    it('claims what the page before this one is about to let go of', async () => {
      const release = await holdElsewhere('second');
      const store = openIn();
      store.load();
      const claimed = store.claim();
      release();
      expect(await claimed).to.equal(true);
      expect(store.load()).to.deep.equal(record);
    });

    it('leaves the messages to the next page when it is left before it has claimed them', async () => {
      const release = await holdElsewhere('third');
      const page = openIn();
      page.load();
      void page.claim();
      page.leave();
      leavePage();
      release();
      // The browser has withdrawn the page's request by then.
      await navigator.locks.request(`${key}:third`, () => undefined);
      const next = openIn();
      expect(next.load()).to.deep.equal(record);
      expect(await next.claim()).to.equal(true);
    });

    it('lets the next page of the tab claim what it leaves', async () => {
      const page = openIn();
      page.save(record);
      expect(await page.claim()).to.equal(true);
      page.leave();
      leavePage();
      const next = openIn();
      expect(next.load()).to.deep.equal(record);
      expect(await next.claim()).to.equal(true);
    });
  });

  it('has nothing left of what a later page of the tab has sent', () => {
    const page = open();
    page.save({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    storage.delete(KEY);
    expect(page.load()).to.deep.equal(NOTHING);
  });

  it('reads what release 0.2.0 has stored', () => {
    storage.set(KEY, '{"texts":["Two"],"conversation":"c","waiting":"q","version":1}');
    expect(open().load()).to.deep.equal({ texts: ['Two'], conversation: 'c', waiting: 'q' });
    expect(open().load()).to.deep.equal(NOTHING);
  });

  for (const [name, text] of Object.entries({
    'no JSON': 'x',
    'a later version': '{"version":2,"texts":["Two"]}',
    'a list': '[1]',
    'entries of other types': '{"version":1,"queues":[null,1,{"texts":[1]}]}',
  }))
    it(`takes nothing from ${name}`, () => {
      storage.set(KEY, text);
      expect(open().load()?.texts).to.deep.equal([]);
    });

  it('is of no use where the page may store nothing, and does not throw', () => {
    const area = (): StorageLike => {
      throw new DOMException('sandboxed', 'SecurityError');
    };
    const store = openQueueStore({ area, instance: 'shop', ...NO_LOCKS });
    store.save({ texts: ['One'] });
    expect(store.load()).to.equal(undefined);
    store.close();
  });
});
