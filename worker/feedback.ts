import { ChatError } from '../widget/protocol/chat-error.ts';
import type { Database, Env } from './env.ts';

/** What a visitor thinks of an answer. */
export interface Rating {
  readonly queryId: string;
  readonly rating: 1 | -1;
  /** Empty when there is none. */
  readonly comment: string;
}

const TABLE = `CREATE TABLE IF NOT EXISTS feedback (query_id TEXT PRIMARY KEY, rating INTEGER, comment TEXT,
  gateway_log_id TEXT, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)`;

/** Keeps one rating per turn, the last one. Resolves with the id of the turn in the log of AI Gateway, if it has one. */
export async function keepRating({ DB }: Env, { queryId, rating, comment }: Rating): Promise<string | null> {
  if (DB === undefined) throw new ChatError('not-configured', 'feedback needs the database DB');
  const sql = `INSERT INTO feedback (query_id, rating, comment) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
    SET rating = excluded.rating, comment = excluded.comment RETURNING gateway_log_id AS id`;
  const [row] = await write<{ readonly id: string | null }>(DB, sql, [queryId, rating, comment]);
  return row?.id ?? null;
}

/** Remembers under which id AI Gateway keeps the call of a turn, for a rating that may come. */
export async function keepGatewayLog(database: Database, queryId: string, logId: string): Promise<void> {
  const sql = 'INSERT OR IGNORE INTO feedback (query_id, gateway_log_id) VALUES (?, ?)';
  await write(database, sql, [queryId, logId]);
}

async function write<Row>(database: Database, sql: string, values: readonly (string | number)[]) {
  await database.prepare(TABLE).bind().all();
  const { results } = await database
    .prepare(sql)
    .bind(...values)
    .all<Row>();
  return results;
}
