import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readStreams } from './read-streams.ts';

const PAGE = join(import.meta.dirname, '../../demo/docs/backends.md');

/** Rows of the table of backends, cell by cell. */
async function readRows(): Promise<readonly (readonly string[])[]> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n');
  const rows = lines.map((line) => line.split('|').slice(1, -1)).filter((cells) => cells.length === 8);
  return rows
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter(([name]) => !/^(?:backend|-+)$/.test(name ?? ''));
}

describe('the table of backends', async () => {
  const streams = await readStreams();
  const rows = await readRows();

  it('has rows', () => {
    assert.ok(rows.length > 30, `${rows.length} rows`);
  });

  for (const [name = '', , , errors, thinking, tools, sources, files = ''] of rows) {
    it(`says of ${name} what its streams show`, () => {
      const results = [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => {
        const stream = streams.find((other) => other.name === file);
        assert.ok(stream, `no stream ${file}`);
        return stream.expected;
      });
      const shown = (has: boolean): string => (has ? 'yes' : '');
      assert.deepEqual(
        { errors, thinking, tools, sources },
        {
          errors: shown(results.some(({ end }) => end === 'failed')),
          thinking: shown(results.some(({ reasoning }) => reasoning !== '')),
          tools: shown(results.some((result) => result.tools.length > 0)),
          sources: shown(results.some((result) => result.sources.length > 0)),
        },
      );
    });
  }
});
