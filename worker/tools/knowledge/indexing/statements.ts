import { plainOf } from '../../../../widget/protocol/plain-text.ts';
import { bigramsOf } from '../../../../widget/protocol/search-words.ts';
import { hashOf, type PassageRow } from './passage.ts';

/** Statements that are sent at once. */
const BATCH = 500;
/** Rows deleted by one statement. */
const IDS_PER_STATEMENT = 100;

/**
 * Makes the tables if they are not there. The index reads its texts from the plain table `passage`, so that the database can be
 * exported. Two columns are for the index alone: `bigrams` has pairs of neighbouring characters, for scripts without blanks between
 * words; `words` has the text without markdown and without addresses of links. `passage_words` shows the words of the index, and
 * stores nothing. `passage_source` has a row where the documents are the examples that `npm start` brings.
 */
export const SCHEMA: readonly string[] = [
  "CREATE TABLE IF NOT EXISTS passage (rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, url TEXT NOT NULL, text TEXT NOT NULL, bigrams TEXT NOT NULL, hash TEXT NOT NULL, heading TEXT NOT NULL DEFAULT '', words TEXT NOT NULL DEFAULT '')",
  "CREATE VIRTUAL TABLE IF NOT EXISTS passage_index USING fts5(title, words, bigrams, content='passage', content_rowid='rowid', tokenize='porter unicode61 remove_diacritics 2', prefix='1 2 3')",
  'CREATE VIRTUAL TABLE IF NOT EXISTS passage_words USING fts5vocab(passage_index, row)',
  'CREATE TABLE IF NOT EXISTS passage_source (name TEXT PRIMARY KEY)',
];

/** Changes tables of an older version into those of this one. The run then fills them. */
export const RENEW: readonly string[] = [
  "ALTER TABLE passage ADD COLUMN heading TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE passage ADD COLUMN words TEXT NOT NULL DEFAULT ''",
  'DROP TABLE passage_index',
  ...SCHEMA.filter((statement) => statement.includes(' passage_index ')),
];

/**
 * Rebuilds the index from the table. It is the last statement of a run, in one batch with the last changes: if a run breaks off
 * before, the next run finds these changes missing, and rebuilds the index then.
 */
export const REBUILD = "INSERT INTO passage_index(passage_index) VALUES('rebuild')";

/** The statements after which the table holds exactly the given passages. */
export interface Changes {
  readonly statements: readonly string[];
  readonly changed: number;
  readonly removed: number;
}

/** Compares passages with the ids and hashes that the table holds. */
export function findChanges(
  passages: readonly PassageRow[],
  known: ReadonlyMap<string, string> = new Map(),
): Changes {
  const wanted = new Set(passages.map(({ id }) => id));
  const gone = [...known.keys()].filter((id) => !wanted.has(id));
  const changed = passages.filter((row) => known.get(row.id) !== hashOf(row));
  const groups = groupsOf(gone, IDS_PER_STATEMENT);
  return {
    statements: [
      ...groups.map((ids) => `DELETE FROM passage WHERE id IN (${ids.map(quote).join(', ')})`),
      ...changed.map(toUpsert),
    ],
    changed: changed.length,
    removed: gone.length,
  };
}

/**
 * The statements of a run as they are sent, each batch whole or not at all. The last one also rebuilds the index.
 *
 * @example
 * batchesOf(['DELETE …', 'INSERT …']); // [['DELETE …', 'INSERT …', REBUILD]]
 */
export function batchesOf(statements: readonly string[]): readonly (readonly string[])[] {
  const batches = groupsOf(statements, BATCH);
  batches.at(-1)?.push(REBUILD);
  return batches;
}

function groupsOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

function toUpsert(row: PassageRow): string {
  const { id, title, url, text, heading = '' } = row;
  // Bigrams need no such quoting, since they are letters and blanks only. As bytes they would be twice as long, and D1 takes 100 KB
  // in a statement.
  const bigrams = `'${bigramsOf(`${title} ${text}`).join(' ')}'`;
  const values = [id, title, url, text, hashOf(row), heading, plainOf(text)].map(quote);
  return `INSERT INTO passage (id, title, url, text, hash, heading, words, bigrams) VALUES (${values.join(', ')}, ${bigrams})
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, url = excluded.url, text = excluded.text, hash = excluded.hash,
    heading = excluded.heading, words = excluded.words, bigrams = excluded.bigrams`;
}

/** A text as bytes of SQL. Wrangler splits SQL into statements, and would cut a text that has `BEGIN TRANSACTION;` in it. */
function quote(text: string): string {
  return `CAST(X'${Buffer.from(text).toString('hex')}' AS TEXT)`;
}
