import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../worker/env.ts';
import { readDocuments } from '../../worker/knowledge/indexing/read-documents.ts';
import { findChanges, REBUILD, SCHEMA } from '../../worker/knowledge/indexing/statements.ts';

/** A database like D1's, in memory, with a folder of markdown indexed in it. */
export function indexedDatabase(folder: string): Database {
  const database = new DatabaseSync(':memory:');
  const passages = readDocuments([folder], '/docs/').flatMap((document) => document.passages);
  for (const statement of [...SCHEMA, ...findChanges(passages).statements, REBUILD]) database.exec(statement);
  return {
    prepare: (sql) => ({
      bind: (...values) => ({
        all: <Row>() => Promise.resolve({ results: database.prepare(sql).all(...values) as Row[] }),
      }),
    }),
  };
}
