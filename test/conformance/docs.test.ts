import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConformance } from '../../demo/build/figures/conformance-table.ts';
import { SOCKET } from '../../widget/doctor/formats.ts';
import { INTERRUPT_PROTOCOLS } from '../../widget/interrupts/ways.ts';
import { BACKENDS } from '../../widget/protocol/backends.ts';
import { readStreams } from './read-streams.ts';

/** The streams of each backend, by the backend's name in the table. */
const STREAMS = JSON.parse(await readFile(join(import.meta.dirname, 'backends.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

describe('the table of backends in the documentation', async () => {
  const streams = await readStreams();

  // An agent at a WebSocket sends no body; `test/contract/agents.test.ts` tests such an agent.
  const bodies = BACKENDS.filter(({ request }) => !request.includes(SOCKET));

  it('has a row for each backend with streams', () => {
    assert.deepEqual(
      bodies.map(({ name }) => name),
      Object.keys(STREAMS),
    );
  });

  it('has "questions" and "page tools" only where the request format can answer them', () => {
    const told = BACKENDS.filter(({ request, features }) => {
      const format = /request-format="([\w-]+)"/.exec(request)?.[1] ?? 'agents';
      const kinds = INTERRUPT_PROTOCOLS[format]?.kinds ?? [];
      return (
        (!features.includes('questions') || kinds.includes('approval')) &&
        (!features.includes('page tools') || kinds.includes('tool'))
      );
    });
    assert.deepEqual(told, BACKENDS);
    const able = BACKENDS.filter(({ features }) => features.includes('page tools'));
    assert.equal(able.length, Object.keys(INTERRUPT_PROTOCOLS).length);
  });

  for (const { name, features } of bodies) {
    it(`says about ${name} what its streams contain`, () => {
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
      // Reading files is tested in `test/widget/protocol/dialects.test.ts`; the rest is about what a page
      // sends.
      const isShown = (feature: string): boolean => !/^(?:files|page tools|resume)$/.test(feature);
      assert.deepEqual(
        features.filter(isShown),
        shown.filter((word) => word),
      );
    });
  }
});

describe('the published results of the conformance kit', async () => {
  const { widgets, scores } = await readConformance();
  const own = scores.filter(({ widget }) => widget === widgets[0]?.name);

  it('have every count of this chat right', () => {
    for (const { backend, isClaimed, streams, words, ends, cut, cutSeen } of own)
      assert.deepEqual([backend, isClaimed, words, ends, cutSeen], [backend, true, streams, streams, cut]);
  });

  it('include all streams', async () => {
    const sent = own.reduce((total, { streams }) => total + streams, 0);
    assert.equal(sent, (await readStreams()).length, 'run npm run conformance -- --write');
  });

  it('are of the pinned versions of the other chats', async () => {
    const file = join(import.meta.dirname, '../fixtures/peers/package.json');
    const { dependencies } = JSON.parse(await readFile(file, 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const { version } of widgets.slice(1))
      assert.ok(Object.values(dependencies).includes(version), version);
  });
});
