import { positiveInteger, type Database, type Env } from '../env.ts';

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS feedback (query_id TEXT PRIMARY KEY, rating INTEGER, comment TEXT,
  gateway_log_id TEXT, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)`;

/** Columns of a turn's row; `comment` is empty when there is none. */
type Feedback = Partial<Record<'rating' | 'comment' | 'gateway_log_id', string | number>>;

/**
 * Stores columns of a turn's row: the visitor's rating, which replaces an earlier one, or the id of the turn's call in the log of
 * AI Gateway. Resolves with that id, if the row has one.
 */
export async function storeFeedback(database: Database, queryId: string, feedback: Feedback) {
  const names = Object.keys(feedback);
  const sql = `INSERT INTO feedback (query_id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
    ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
    RETURNING gateway_log_id AS id`;
  await database.prepare(CREATE_TABLE).bind().all();
  const statement = database.prepare(sql).bind(queryId, ...Object.values(feedback));
  const { results } = await statement.all<{ readonly id: string | null }>();
  return results[0]?.id ?? undefined;
}

const KEEP_DAYS = 30;
const HOUR_MS = 3_600_000;
let nextSweep = 0;

/**
 * Keeps the id of a turn's call at AI Gateway, so that a rating can reach it. At most once an hour deletes the rows that
 * are older than `KEEP_DAYS` and were never rated.
 */
export async function storeGatewayLog(
  database: Database,
  queryId: string,
  logId: string,
  env: Env,
): Promise<void> {
  await storeFeedback(database, queryId, { gateway_log_id: logId });
  if (Date.now() < nextSweep) return;
  nextSweep = Date.now() + HOUR_MS;
  const sql = "DELETE FROM feedback WHERE rating IS NULL AND created_at < datetime('now', ?)";
  await database
    .prepare(sql)
    .bind(`-${positiveInteger(env.KEEP_DAYS, KEEP_DAYS)} days`)
    .all();
}
