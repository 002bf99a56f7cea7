import type { StorageLike } from './storage-with-memory.ts';

/**
 * A Web Storage that lasts as long as this object.
 *
 * @example
 * const store = openTranscriptStore(() => storage, 'shop'); // const storage = new MemoryStorage();
 */
export class MemoryStorage implements StorageLike {
  readonly #entries = new Map<string, string>();

  get length(): number {
    return this.#entries.size;
  }

  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#entries.set(key, value);
  }

  removeItem(key: string): void {
    this.#entries.delete(key);
  }
}
