import { attempt } from './attempt.ts';

/** The methods of the Web Storage API that are called. Each may throw. */
export interface StorageLike {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** All keys of a storage. (`Array.from` with a function is another one on pages with Prototype.js or MooTools.) */
export function keysOf(area: StorageLike): readonly string[] {
  const keys: string[] = [];
  for (let index = 0; index < area.length; index++) keys.push(area.key(index) ?? '');
  return keys;
}

/** A text that a storage has refused. */
interface Refused {
  readonly text: string;
  /** The older text that the storage had under the key at that time. */
  readonly over: string | undefined;
}

/** The texts that a storage has refused, by key. */
export type StorageMemory = Map<string, Refused>;

/**
 * A storage with a memory behind it: what the storage refuses lasts as long as the memory. No method throws, whatever the storage
 * does. `area` is called for every access, because reaching for `sessionStorage` throws in a sandboxed frame.
 *
 * @example
 * const storage = new StorageWithMemory(() => sessionStorage);
 * storage.set('cf-ai-chat:shop:v1:draft', 'Where is'); // false where it is full
 * storage.get('cf-ai-chat:shop:v1:draft'); // 'Where is', in both cases
 */
export class StorageWithMemory {
  readonly #area: () => StorageLike;
  readonly #memory: StorageMemory;

  constructor(area: () => StorageLike, memory: StorageMemory = new Map()) {
    this.#area = area;
    this.#memory = memory;
  }

  /** False where the page may use no storage: then all is in memory. */
  get isThere(): boolean {
    return attempt(this.#area) !== undefined;
  }

  /** The keys of texts that are in memory only, the oldest text first. */
  get refused(): readonly string[] {
    return [...this.#memory.keys()];
  }

  /** The newest text under a key: one that another page has stored comes before one that was refused here. */
  get(key: string): string | undefined {
    const stored = attempt(() => this.#area().getItem(key)) ?? undefined;
    const refused = this.#memory.get(key);
    return refused?.over === stored ? (refused?.text ?? stored) : (stored ?? refused?.text);
  }

  /** False where the text is in memory only. */
  set(key: string, text: string): boolean {
    const isStored = this.store(key, text);
    if (!isStored) this.hold(key, text);
    return isStored;
  }

  /** Keeps the text in memory, as the newest one under its key, until the storage takes it. */
  hold(key: string, text: string): void {
    this.#memory.delete(key);
    this.#memory.set(key, { text, over: attempt(() => this.#area().getItem(key)) ?? undefined });
  }

  /** As {@link set}, but where the storage refuses the text nothing changes. */
  store(key: string, text: string): boolean {
    const isStored = attempt(() => (this.#area().setItem(key, text), true)) ?? false;
    if (isStored) this.#memory.delete(key);
    return isStored;
  }

  remove(key: string): void {
    this.#memory.delete(key);
    attempt(() => this.#area().removeItem(key));
  }

  /**
   * The rest of all keys that begin with a prefix, in no order.
   *
   * @example
   * storage.keysBehind('cf-ai-chat:shop:v1:c:'); // ['4f1c…'] for cf-ai-chat:shop:v1:c:4f1c…
   */
  keysBehind(prefix: string): readonly string[] {
    const keys = new Set([...(attempt(() => keysOf(this.#area())) ?? []), ...this.refused]);
    return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  }
}
