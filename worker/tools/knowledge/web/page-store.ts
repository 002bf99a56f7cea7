import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PageReading } from '../pages/web-page.ts';
import type { Validators } from './download.ts';

/** Raise it with each change to how pages are read: then all pages are read again. */
const FORMAT = 13;
/** An interrupted run can be continued for this time. */
const RESUMABLE_MS = 86_400_000;

/** The result of visiting an address. */
export interface Visit extends PageReading, Validators {}

/** A stored visit. `isOfThisRun`: it was made in this run, or in the interrupted run that this one continues. */
export interface StoredVisit {
  readonly visit: Visit;
  readonly isOfThisRun: boolean;
}

/**
 * Remembers the visits of one source in a SQLite file. So a second run downloads only what has changed, and a run that was killed
 * can be continued: every visit is written at once.
 */
export class PageStore {
  readonly #database: DatabaseSync;
  readonly #run: number;

  /** `source` is what the owner wrote; each has a file of its own in the folder. */
  constructor(folder: string, source: string) {
    mkdirSync(folder, { recursive: true });
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    this.#database = new DatabaseSync(join(folder, `${new URL(source).hostname}-${hash}.sqlite`), {
      timeout: 5_000,
    });
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    if (this.#read('PRAGMA user_version', 'user_version') !== FORMAT)
      this.#database.exec(
        `DROP TABLE IF EXISTS visit; DROP TABLE IF EXISTS run; PRAGMA user_version = ${FORMAT}`,
      );
    this.#database
      .exec(`CREATE TABLE IF NOT EXISTS visit (url TEXT PRIMARY KEY, run INTEGER NOT NULL, visit TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS run (id INTEGER PRIMARY KEY, started INTEGER NOT NULL, ended INTEGER)`);
    this.#run = this.#begin();
  }

  get(url: string): StoredVisit | undefined {
    const row = this.#database.prepare('SELECT run, visit FROM visit WHERE url = ?').get(url);
    if (row === undefined) return undefined;
    return { visit: JSON.parse(String(row['visit'])) as Visit, isOfThisRun: row['run'] === this.#run };
  }

  set(url: string, visit: Visit): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO visit (url, run, visit) VALUES (?, ?, ?)')
      .run(url, this.#run, JSON.stringify(visit));
  }

  /** Ends the run, and deletes the visits of pages that it has not visited. Returns how many these were. */
  finish(): number {
    const { changes } = this.#database.prepare('DELETE FROM visit WHERE run <> ?').run(this.#run);
    this.#database.prepare('UPDATE run SET ended = ? WHERE id = ?').run(Date.now(), this.#run);
    return Number(changes);
  }

  close(): void {
    this.#database.close();
  }

  #begin(): number {
    const since = Date.now() - RESUMABLE_MS;
    // A run without a single page failed at its start. The reason may be mended by now, so it is not continued.
    const open = this.#read(
      `SELECT id FROM run WHERE ended IS NULL AND started > ${since}
        AND id IN (SELECT run FROM visit WHERE visit ->> '$.page' IS NOT NULL) ORDER BY id DESC`,
      'id',
    );
    if (open !== undefined) return open;
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO run (started) VALUES (?)')
      .run(Date.now());
    return Number(lastInsertRowid);
  }

  #read(sql: string, column: string): number | undefined {
    const row = this.#database.prepare(sql).get();
    return row === undefined ? undefined : Number(row[column]);
  }
}
