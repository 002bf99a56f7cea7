import { attempt } from '../conversation/attempt.ts';
import { storageKey } from '../conversation/storage-key.ts';

/** The originals of attached files, by their id: in memory, and in IndexedDB where the conversation is stored. */
export interface FileStore {
  /**
   * A file that a browser without room, or without a database, refuses lasts as long as the page. Rejects where the file cannot be
   * read: it is gone from the disk, or was changed there.
   */
  put(id: string, file: Blob): Promise<void>;
  /** Undefined: it is gone, as in another browser, or after the page where it lasted only as long. Never rejects. */
  get(id: string): Promise<Blob | undefined>;
  delete(ids: readonly string[]): Promise<void>;
}

/** Options of {@link openFileStore}. */
export interface FileStoreOptions {
  /** The name of the database. */
  readonly name: string;
  /** Files outlive the page. */
  readonly isPersistent: boolean;
}

/** A file as it is stored: bytes, since databases of some browsers lose a `Blob`. */
interface Row {
  readonly type: string;
  readonly bytes: ArrayBuffer;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const TABLE = 'files';

/** A file that no conversation names any more goes after a day: it may be of another tab, whose storage nobody else sees. */
const UNNAMED_MS = 86_400_000;

/** The files of each database. They outlive an element that is removed, and one that is made in its place. */
const MEMORY = new Map<string, Map<string, Blob>>();

/** Each store that is open, by its options. */
const OPEN = new Map<string, FileStore>();

/**
 * Opens the originals of the files of a chat.
 *
 * @example
 * const store = openFileStore({ name: 'cf-ai-chat:shop:files', isPersistent: true });
 * await store.put('f1', new Blob(['Hi'], { type: 'text/plain' }));
 * (await store.get('f1'))?.size; // 2, on the next page, too
 */
export function openFileStore(options: FileStoreOptions): FileStore {
  const key = `${options.name} ${options.isPersistent}`;
  const store = OPEN.get(key) ?? new DatabaseFileStore(options);
  OPEN.set(key, store);
  return store;
}

/** Where a chat keeps the originals of files. */
export function storeOf({
  instance,
  persist,
}: {
  readonly instance: string;
  readonly persist: string;
}): FileStore {
  return openFileStore({ name: storageKey(instance, 'files'), isPersistent: persist !== 'none' });
}

class DatabaseFileStore implements FileStore {
  readonly #options: FileStoreOptions;
  readonly #memory: Map<string, Blob>;
  #database: Promise<IDBDatabase | undefined> | undefined;

  constructor(options: FileStoreOptions) {
    const { name } = options;
    this.#options = options;
    this.#memory = MEMORY.get(name) ?? new Map<string, Blob>();
    MEMORY.set(name, this.#memory);
  }

  async put(id: string, file: Blob): Promise<void> {
    this.#memory.set(id, file);
    const { type } = file;
    // A copy: what stands on the disk may be changed.
    const bytes = await file.arrayBuffer();
    this.#memory.set(id, new Blob([bytes], { type }));
    if (!this.#options.isPersistent) return;
    const row: Row = { type, bytes, at: Date.now() };
    await this.#use('readwrite', (table) => table.put(row, id));
  }

  async get(id: string): Promise<Blob | undefined> {
    const known = this.#memory.get(id);
    if (known || !this.#options.isPersistent) return known;
    const row = await this.#use<Row | undefined>('readonly', (table) => table.get(id));
    return row && new Blob([row.bytes], { type: row.type });
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#memory.delete(id);
    if (!this.#options.isPersistent) return;
    await Promise.all(ids.map((id) => this.#use('readwrite', (table) => table.delete(id))));
  }

  /** The result of one request, once it is on the disk; undefined where the browser refuses it. */
  async #use<T>(
    mode: IDBTransactionMode,
    ask: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    this.#database ??= this.#open();
    const database = await this.#database;
    return database && settle(() => ask(database.transaction(TABLE, mode).objectStore(TABLE)));
  }

  async #open(): Promise<IDBDatabase | undefined> {
    const database = await settle(() => {
      const opening = indexedDB.open(this.#options.name, 1);
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore(TABLE).createIndex('at', 'at'),
      );
      return opening;
    });
    if (!database) return undefined;
    const forget = (): void => (this.#database = undefined);
    database.addEventListener('close', forget);
    // The visitor has withdrawn the consent: another part of the chat deletes the database.
    database.addEventListener('versionchange', () => {
      this.#memory.clear();
      database.close();
      forget();
    });
    void this.#sweep(database);
    return database;
  }

  async #sweep(database: IDBDatabase): Promise<void> {
    const old = IDBKeyRange.upperBound(Date.now() - UNNAMED_MS);
    const ids = await settle(() =>
      database.transaction(TABLE).objectStore(TABLE).index('at').getAllKeys(old),
    );
    await this.delete((ids ?? []).map(String).filter((id) => !isNamed(id)));
  }
}

/** Whether something that a chat has stored names a file. */
export function isNamed(id: string): boolean {
  return ['localStorage', 'sessionStorage'].some((area) =>
    attempt(() =>
      Object.values(globalThis[area as 'localStorage']).some((text) => String(text).includes(id)),
    ),
  );
}

/** The result of a request, at the end of its transaction, if it has one; undefined where it is refused, in whatever way. */
function settle<T>(ask: () => IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    try {
      const request = ask();
      const end: EventTarget = request.transaction ?? request;
      const handleRefused = (event: Event): void => {
        // Otherwise the browser reports it as an error of the page.
        event.preventDefault();
        resolve(undefined);
      };
      end.addEventListener(end === request ? 'success' : 'complete', () => resolve(request.result));
      end.addEventListener('abort', handleRefused);
      request.addEventListener('error', handleRefused);
    } catch {
      // No `indexedDB`, a sandboxed frame, a database that was closed: kept in memory.
      resolve(undefined);
    }
  });
}
