import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConformance } from '../../demo/build/figures/conformance-table.ts';
import { readStreams } from './read-streams.ts';

const PAGE = join(import.meta.dirname, '../../demo/docs/backends.md');

/** The streams of each backend, by its name in the table. */
const STREAMS = JSON.parse(await readFile(join(import.meta.dirname, 'backends.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

/** Rows of the table of backends, cell by cell. */
async function readRows(): Promise<readonly (readonly string[])[]> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n');
  const rows = lines.map((line) => line.split('|').slice(1, -1)).filter((cells) => cells.length === 4);
  return rows
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter(([name]) => !/^(?:backend|-+)$/.test(name ?? ''));
}

describe('the table of backends', async () => {
  const streams = await readStreams();
  const rows = await readRows();

  it('has a row for each backend with streams', () => {
    const names = new Set(rows.map(([name]) => name));
    for (const name of Object.keys(STREAMS)) assert.ok(names.has(name), name);
  });

  for (const [name = '', , , read = ''] of rows.filter(([first = '']) => first in STREAMS)) {
    it(`says of ${name} what its streams show`, () => {
      const results = STREAMS[name]?.map((file) => {
        const stream = streams.find((other) => other.name === file);
        assert.ok(stream, `no stream ${file}`);
        return stream.expected;
      });
      const shown = [
        results?.some(({ end }) => end === 'failed') && 'errors',
        results?.some(({ reasoning }) => reasoning !== '') && 'thinking',
        results?.some(({ tools }) => tools.length > 0) && 'tools',
        results?.some(({ sources }) => sources.length > 0) && 'sources',
      ];
      assert.equal(read, shown.filter((word) => word).join(', '));
    });
  }
});

describe('the results of the kit that are shown', async () => {
  const { widgets, scores } = await readConformance();
  const own = scores.filter(({ widget }) => widget === widgets[0]?.name);

  it('are right in every count for this chat', () => {
    for (const { backend, isClaimed, streams, words, ends, cut, cutSeen } of own)
      assert.deepEqual([backend, isClaimed, words, ends, cutSeen], [backend, true, streams, streams, cut]);
  });

  it('are of all streams', async () => {
    const sent = own.reduce((total, { streams }) => total + streams, 0);
    assert.equal(sent, (await readStreams()).length, 'run npm run conformance -- --write');
  });

  it('are of the versions that are pinned', async () => {
    const file = join(import.meta.dirname, '../fixtures/peers/package.json');
    const { dependencies } = JSON.parse(await readFile(file, 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const { version } of widgets.slice(1))
      assert.ok(Object.values(dependencies).includes(version), version);
  });
});
