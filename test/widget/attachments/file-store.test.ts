import { expect } from 'chai';
import { openFileStore } from '../../../widget/attachments/file-store.ts';

let count = 0;
const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
const text = new Blob(['Hi'], { type: 'text/plain' });

/** Imports the file store as a new module instance, as the next page of the visitor has it. */
async function nextPage(): Promise<{ readonly openFileStore: typeof openFileStore }> {
  return import(/* @vite-ignore */ `/widget/attachments/file-store.ts?page=${(count += 1)}`) as Promise<{
    readonly openFileStore: typeof openFileStore;
  }>;
}

/** The stored row of a file, read from the database without the file store. */
function rowOf(name: string, id: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const asked = opening.result.transaction('files').objectStore('files').get(id);
      asked.addEventListener('success', () => {
        opening.result.close();
        resolve(asked.result);
      });
    });
  });
}

describe('the store of original files', () => {
  let name: string;
  beforeEach(() => {
    name = `a test ${crypto.randomUUID()}`;
  });
  afterEach(() => {
    if (own) Object.defineProperty(globalThis, 'indexedDB', own);
    indexedDB.deleteDatabase(name);
    localStorage.clear();
  });

  it('the next page reads a file that an earlier page stored, with the same bytes and type', async () => {
    await openFileStore({ name, isPersistent: true }).put('f', text);
    const next = (await nextPage()).openFileStore({ name, isPersistent: true });
    const file = await next.get('f');
    expect(await file?.text()).to.equal('Hi');
    expect(file?.type).to.equal('text/plain');
    expect(await next.get('g')).to.equal(undefined);
    await next.delete(['f']);
    expect(await (await nextPage()).openFileStore({ name, isPersistent: true }).get('f')).to.equal(undefined);
  });

  it('a chat that stores nothing keeps its files for as long as the page lives', async () => {
    await openFileStore({ name, isPersistent: false }).put('f', text);
    expect(await openFileStore({ name, isPersistent: false }).get('f')).to.be.instanceOf(Blob);
    const next = (await nextPage()).openFileStore({ name, isPersistent: false });
    expect(await next.get('f')).to.equal(undefined);
  });

  for (const [what, broken] of [
    ['has no database', undefined],
    [
      'refuses it',
      {
        open: () => {
          throw new DOMException('private', 'SecurityError');
        },
      },
    ],
  ] as const)
    it(`files are kept in memory where the browser ${what}`, async () => {
      Object.defineProperty(globalThis, 'indexedDB', { value: broken, configurable: true });
      const store = openFileStore({ name, isPersistent: true });
      await store.put('f', text);
      expect(await (await store.get('f'))?.text()).to.equal('Hi');
      expect(await store.get('g')).to.equal(undefined);
      await store.delete(['f']);
      expect(await store.get('f')).to.equal(undefined);
    });

  it('files are kept in memory where the disk is full', async () => {
    const store = openFileStore({ name, isPersistent: true });
    await store.put('f', text);
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function full(): never {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await store.put('g', text);
    IDBObjectStore.prototype.put = put;
    expect(await (await store.get('g'))?.text()).to.equal('Hi');
    expect(await rowOf(name, 'f')).not.to.equal(undefined);
    expect(await rowOf(name, 'g')).to.equal(undefined);
  });

  it('files are gone after the database was deleted, as when a visitor withdraws the consent', async () => {
    const store = openFileStore({ name, isPersistent: true });
    await store.put('f', text);
    await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve));
    expect(await store.get('f')).to.equal(undefined);
    await store.put('g', text);
    expect(await rowOf(name, 'g')).not.to.equal(undefined);
  });

  it('a file that no stored message names is deleted after a day', async () => {
    const { now } = Date;
    const store = openFileStore({ name, isPersistent: true });
    Date.now = () => now() - 90_000_000;
    for (const id of ['named', 'unnamed']) await store.put(id, text);
    Date.now = now;
    await store.put('new', text);
    localStorage.setItem('a record', '{"parts":[{"type":"file","id":"named"}]}');
    const next = (await nextPage()).openFileStore({ name, isPersistent: true });
    expect(await next.get('named')).to.be.instanceOf(Blob);
    while (await rowOf(name, 'unnamed')) await next.get('named');
    expect(await next.get('new')).to.be.instanceOf(Blob);
    expect(await rowOf(name, 'named')).not.to.equal(undefined);
  });
});
