import type { StorageLike } from '../../widget/conversation/storage-with-memory.ts';

/** A Web Storage in memory with room for `limit` characters. */
export class MapStorage implements StorageLike {
  readonly entries = new Map<string, string>();
  limit: number;

  constructor(limit = Infinity) {
    this.limit = limit;
  }

  get length(): number {
    return this.entries.size;
  }

  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    let used = value.length;
    for (const [other, text] of this.entries) if (other !== key) used += text.length;
    if (used > this.limit) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(key, value);
  }

  removeItem(key: string): void {
    this.entries.delete(key);
  }
}
