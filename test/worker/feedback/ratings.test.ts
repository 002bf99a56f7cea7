import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { Database } from '../../../worker/env.ts';
import { storeFeedback, storeGatewayLog } from '../../../worker/feedback/ratings.ts';

it('ids of AI Gateway logs are deleted after KEEP_DAYS, ratings are not', async () => {
  const sqlite = new DatabaseSync(':memory:');
  const database: Database = {
    prepare: (sql) => ({
      bind: (...values) => ({
        all: <Row>() => Promise.resolve({ results: sqlite.prepare(sql).all(...values) as Row[] }),
      }),
    }),
  };
  await storeFeedback(database, 'q_old', { gateway_log_id: 'log-1' });
  await storeFeedback(database, 'q_rated', { gateway_log_id: 'log-2' });
  await storeFeedback(database, 'q_rated', { rating: 1 });
  sqlite.exec("UPDATE feedback SET created_at = datetime('now', '-8 days')");
  await storeFeedback(database, 'q_new', { gateway_log_id: 'log-3' });
  await storeGatewayLog(database, 'q_now', 'log-4', { KEEP_DAYS: '7' });
  const rows = sqlite.prepare('SELECT query_id AS id FROM feedback ORDER BY id').all();
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['q_new', 'q_now', 'q_rated'],
  );
});
