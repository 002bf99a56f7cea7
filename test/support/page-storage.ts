import type { StorageLike } from '../../widget/conversation/storage-with-memory.ts';

/** A storage as one page uses it. Other pages are told about its changes. After the page has ended, it changes nothing. */
export class PageStorage implements StorageLike {
  readonly #storage: StorageLike;
  readonly #page: { readonly isAlive: boolean };
  readonly #tell: () => void;

  /** `tell` reports a change to the other pages. */
  constructor(storage: StorageLike, page: { readonly isAlive: boolean }, tell: () => void) {
    this.#storage = storage;
    this.#page = page;
    this.#tell = tell;
  }

  get length(): number {
    return this.#storage.length;
  }

  key(index: number): string | null {
    return this.#storage.key(index);
  }

  getItem(key: string): string | null {
    return this.#storage.getItem(key);
  }

  setItem(key: string, text: string): void {
    if (!this.#page.isAlive || this.getItem(key) === text) return;
    this.#storage.setItem(key, text);
    this.#tell();
  }

  removeItem(key: string): void {
    if (!this.#page.isAlive || this.getItem(key) === null) return;
    this.#storage.removeItem(key);
    this.#tell();
  }
}
