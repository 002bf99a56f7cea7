import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { toPassages, type PassageRow } from '../../../../../worker/tools/knowledge/indexing/passage.ts';
import { readDocuments } from '../../../../../worker/tools/knowledge/indexing/read-documents.ts';
import {
  batchesOf,
  findChanges,
  REBUILD,
  SCHEMA,
} from '../../../../../worker/tools/knowledge/indexing/statements.ts';

const CONTENT = join(import.meta.dirname, '../../../../../demo/docs');
const PASSAGES = readDocuments([CONTENT], '/docs/').flatMap((document) => document.passages);

/** A database that is updated as the indexer does it. */
class Index {
  rebuilds = 0;
  readonly #database = new DatabaseSync(':memory:');

  constructor() {
    for (const statement of SCHEMA) this.#database.exec(statement);
  }

  /** `parts`: the run is interrupted after this many parts. */
  update(passages: readonly PassageRow[], parts = Number.POSITIVE_INFINITY) {
    const known = new Map(
      this.#database
        .prepare('SELECT id, hash FROM passage')
        .all()
        .map(({ id, hash }) => [String(id), String(hash)]),
    );
    const { statements, changed, removed } = findChanges(passages, known);
    const sent = batchesOf(statements).slice(0, parts).flat();
    for (const statement of sent) this.#database.exec(statement);
    this.rebuilds += sent.filter((statement) => statement === REBUILD).length;
    return { changed, removed };
  }

  rows(): readonly object[] {
    const rows = this.#database
      .prepare('SELECT id, title, heading, url, text FROM passage ORDER BY id')
      .all();
    return rows.map(({ heading, ...row }) => (heading === '' ? row : { ...row, heading }));
  }

  find(query: string): readonly unknown[] {
    const sql =
      'SELECT p.id FROM passage_index i JOIN passage p ON p.rowid = i.rowid WHERE passage_index MATCH ?';
    return this.#database
      .prepare(sql)
      .all(query)
      .map(({ id }) => id);
  }
}

const sorted = (rows: readonly PassageRow[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('the SQL statements that update an index', () => {
  it('insert all passages at first, and change nothing when the documents are the same', () => {
    const index = new Index();
    assert.deepEqual(index.update(PASSAGES), { changed: PASSAGES.length, removed: 0 });
    assert.deepEqual(index.rows(), sorted(PASSAGES));
    assert.deepEqual(index.update(PASSAGES), { changed: 0, removed: 0 });
    assert.deepEqual(findChanges([], new Map()).statements, []);
    assert.deepEqual(index.rows(), sorted(PASSAGES));
  });

  it('change only new, changed and removed passages, which the search then finds', () => {
    const index = new Index();
    index.update(PASSAGES);
    const [first, second, ...others] = PASSAGES;
    const edited = { ...first!, text: 'Now about zebras.' };
    const added = { id: 'new#', title: 'New', url: '/docs/new', text: 'A quagga.' };
    assert.deepEqual(index.update([edited, ...others, added]), { changed: 2, removed: 1 });
    assert.deepEqual(index.rows(), sorted([edited, ...others, added]));
    assert.deepEqual(index.find('"zebras"'), [first!.id]);
    assert.deepEqual(index.find('"quagga"'), ['new#']);
    assert.ok(!index.find('"widget"').includes(second!.id));
  });

  it('rebuild the full-text index once per run, and also after an interrupted run', () => {
    const many = Array.from({ length: 1_100 }, (_, index) => ({
      id: `p#${index}`,
      title: `Page ${index}`,
      url: `/docs/${index}`,
      text: index < 1_000 ? 'An okapi.' : 'A quagga.',
    }));
    const index = new Index();
    index.update(many, 2);
    assert.equal(index.rebuilds, 0);
    assert.deepEqual(index.update(many), { changed: 100, removed: 0 });
    assert.equal(index.rebuilds, 1);
    assert.equal(index.find('"okapi"').length, 1_000);
    assert.equal(index.find('"quagga"').length, 100);
    index.update(many);
    assert.equal(index.rebuilds, 1);
  });

  it('keep quotes, semicolons and line breaks of any document', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    mkdirSync(join(folder, 'a b'));
    writeFileSync(
      join(folder, 'a b/odd.md'),
      "# It's; odd\n\n'); DROP TABLE passage; --\n\n```sql\nSELECT ';'\n```\n",
    );
    const rows = readDocuments([folder], 'https://example.com/help/').flatMap(
      (document) => document.passages,
    );
    rmSync(folder, { recursive: true });
    const index = new Index();
    index.update(rows);
    assert.deepEqual(index.rows(), rows);
    assert.equal(rows[0]?.url, 'https://example.com/help/a%20b/odd#its-odd');
  });

  it('keep every byte: SQL keywords, NUL, all of ASCII, a line of a megabyte', () => {
    const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));
    const sql = 'BEGIN TRANSACTION; COMMIT; SAVEPOINT a; CREATE TRIGGER t; END; -- /* " \' ` ;';
    const line = `x${'é😀'.repeat(250_000)}`;
    const chinese = '返品は無料です'.repeat(2_000);
    const blocks = [`Write \`BEGIN TRANSACTION;\` before and \`COMMIT;\` after.`, sql, ascii, chinese, line];
    const rows = toPassages('SQL', [{ heading: 'SQL', anchor: '', blocks }], { id: 'sql', url: '/sql' });
    const index = new Index();
    index.update(rows);
    assert.deepEqual(index.rows(), sorted(rows));
    assert.ok(
      rows
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\n\n(?=x)/g, '')
        .endsWith(line),
    );
    const [longest = 0] = findChanges(rows)
      .statements.map((statement) => Buffer.byteLength(statement))
      .toSorted((a, b) => b - a);
    // D1 accepts 100 KB in a statement.
    assert.ok(longest < 100_000, `${longest}`);
  });

  it('contain no text of a document in clear, since wrangler would split it', () => {
    const rows = [{ id: 'a', title: 'BEGIN TRANSACTION;', url: '/a', text: 'COMMIT;' }];
    assert.doesNotMatch(findChanges(rows).statements.join(), /BEGIN|COMMIT/);
  });
});
