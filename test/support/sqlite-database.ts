import type { Database } from '../../worker/env.ts';
import { readDocuments } from '../../worker/tools/knowledge/indexing/read-documents.ts';
import { databaseOf } from '../../worker/tools/ask/memory-database.ts';

/** A database like D1's, in memory, with folders of markdown indexed in it. */
export function indexedDatabase(...folders: readonly string[]): Database {
  return databaseOf(readDocuments(folders, '/docs/').flatMap((document) => document.passages));
}
