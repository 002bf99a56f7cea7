import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConformance } from '../../demo/build/figures/conformance-table.ts';
import { BACKENDS } from '../../widget/protocol/backends.ts';
import { readStreams } from './read-streams.ts';

/** The streams of each backend, by its name in the table. */
const STREAMS = JSON.parse(await readFile(join(import.meta.dirname, 'backends.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

describe('the table of backends', async () => {
  const streams = await readStreams();

  it('has a row for each backend with streams', () => {
    assert.deepEqual(
      BACKENDS.map(({ name }) => name),
      Object.keys(STREAMS),
    );
  });

  for (const { name, features } of BACKENDS) {
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
        results?.some(({ tools }) => tools.some(({ state }) => state === 'waiting')) && 'questions',
      ];
      // Files are read in `test/widget/protocol/dialects.test.ts`; the rest is what a page sends.
      const isShown = (feature: string): boolean => !/^(?:files|page tools|resume)$/.test(feature);
      assert.deepEqual(
        features.filter(isShown),
        shown.filter((word) => word),
      );
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
