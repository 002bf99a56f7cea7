import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../env.ts';
import type { PassageRow } from '../knowledge/indexing/passage.ts';
import { findChanges, REBUILD, SCHEMA } from '../knowledge/indexing/statements.ts';

/** A database like D1's, in memory, with these passages indexed in it. */
export function databaseOf(passages: readonly PassageRow[]): Database {
  const database = new DatabaseSync(':memory:');
  const statements = [...SCHEMA, 'BEGIN', ...findChanges(passages).statements, REBUILD, 'COMMIT'];
  for (const statement of statements) database.exec(statement);
  return {
    prepare: (sql) => ({
      bind: (...values) => ({
        all: <Row>() => Promise.resolve({ results: database.prepare(sql).all(...values) as Row[] }),
      }),
    }),
  };
}
