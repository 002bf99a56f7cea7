import type { Database } from '../env.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS feedback (query_id TEXT PRIMARY KEY, rating INTEGER, comment TEXT,
  gateway_log_id TEXT, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)`;

/** Columns of a turn's row; `comment` is empty when there is none. */
type Feedback = Partial<Record<'rating' | 'comment' | 'gateway_log_id', string | number>>;

/**
 * Keeps what a visitor thinks of a turn, the last time counts, or under which id AI Gateway keeps its call. Resolves
 * with that id, if there is one.
 */
export async function keepFeedback(database: Database, queryId: string, feedback: Feedback) {
  const names = Object.keys(feedback);
  const sql = `INSERT INTO feedback (query_id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
    ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
    RETURNING gateway_log_id AS id`;
  await database.prepare(TABLE).bind().all();
  const statement = database.prepare(sql).bind(queryId, ...Object.values(feedback));
  const { results } = await statement.all<{ readonly id: string | null }>();
  return results[0]?.id ?? undefined;
}
