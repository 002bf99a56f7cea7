import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../worker/env.ts';
import { readPages, toStatements } from '../../worker/knowledge/indexer.ts';

/** A database like D1's, in memory, with a folder of markdown indexed in it. */
export function indexedDatabase(folder: string): Database {
  const database = new DatabaseSync(':memory:');
  const passages = [...readPages(folder, '/docs/').values()].flatMap((page) => page.passages);
  for (const statement of toStatements(passages)) database.exec(statement);
  return {
    prepare: (sql) => ({
      bind: (...values) => ({
        all: <Row>() => Promise.resolve({ results: database.prepare(sql).all(...values) as Row[] }),
      }),
    }),
  };
}
