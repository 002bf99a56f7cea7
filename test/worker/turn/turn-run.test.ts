import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Found } from '../../../worker/model-port.ts';
import { type Reader, TurnRun } from '../../../worker/turn/turn-run.ts';

const ASKED = {
  queryId: 'q_1',
  messages: [{ role: 'user', content: 'Hi' }],
  system: '',
  metadata: {},
  url: 'https://a.example/api/chat',
  origin: 'https://a.example',
  hasSuggestions: false,
} as const;

/**
 * A run on a clock that the test moves. It waits `patienceMs` for a reader. Also counts how often the run was
 * to be deleted.
 */
async function startRun(t: TestContext, { patienceMs = 15_000, vars = {}, found = null as Searching } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(console, 'log', () => undefined);
  const forget = t.mock.fn();
  let recorded: Promise<unknown> = Promise.resolve();
  const run = await TurnRun.begin(ASKED, {
    env: { LOCAL: '1', ...vars },
    features: [() => ({ retrieve: () => Promise.resolve(found) })],
    patienceMs,
    onForgotten: forget,
    waitUntil: (work) => (recorded = work),
  });
  return { run, recorded, forgotten: () => forget.mock.callCount() };
}

/** The result of the search; a search that never ends keeps a turn from going on. */
type Searching = Found | null | Promise<never>;
const hangs = (): Promise<never> => new Promise(() => undefined);

async function typesOf(reader: Reader | undefined): Promise<readonly string[]> {
  const types: string[] = [];
  for (let events = await reader?.next(); events; events = await reader?.next())
    types.push(...events.map(({ type }) => type));
  return types;
}

describe('the run of a turn in its Durable Object', () => {
  it('is deleted 20 seconds after its end', async (t) => {
    const { run, recorded, forgotten } = await startRun(t);
    const types = typesOf(run.read(0));
    await recorded;
    assert.deepEqual(await types, ['start', 'token', 'done']);
    t.mock.timers.tick(19_999);
    assert.equal(forgotten(), 0);
    const late = run.read(0);
    t.mock.timers.tick(1);
    assert.equal(forgotten(), 1);
    // A reader who is reading at that moment still gets the rest.
    assert.deepEqual(await typesOf(late), ['start', 'token', 'done']);
    assert.equal(run.signal.aborted, false);
  });

  it('is given up when nobody has read for the whole wait, which begins again when the last reader leaves', async (t) => {
    const { run, forgotten } = await startRun(t, { patienceMs: 20_000, found: hangs() });
    t.mock.timers.tick(19_999);
    const reader = run.read(0);
    await reader?.next();
    t.mock.timers.tick(60_000);
    assert.equal(run.signal.aborted, false);
    reader?.leave();
    t.mock.timers.tick(19_999);
    assert.equal(run.signal.aborted, false);
    t.mock.timers.tick(1);
    assert.equal(run.signal.aborted, true);
    assert.equal(forgotten(), 1);
    assert.equal(run.kept.readers, 0);
  });

  it('ends with its only reader where nobody can reconnect', async (t) => {
    const { run } = await startRun(t, { patienceMs: 0, found: hangs() });
    const reader = run.read(0);
    t.mock.timers.tick(60_000);
    await reader?.next();
    assert.equal(run.signal.aborted, false);
    reader?.leave();
    t.mock.timers.tick(1);
    assert.equal(run.signal.aborted, true);
  });

  it('has a time limit for the model, and none for the reader for whom its end is kept', async (t) => {
    const vars = { TURN_TIMEOUT_MS: '5000' };
    const { run, recorded } = await startRun(t, { patienceMs: 20_000, vars });
    // The model, which does not wait, reaches its end.
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    t.mock.timers.tick(19_000);
    assert.equal(run.signal.aborted, false);
    const types = typesOf(run.read(0));
    await recorded;
    assert.equal((await types).at(-1), 'done');
  });

  it('is aborted as too slow at its time limit', async (t) => {
    const { run } = await startRun(t, { vars: { TURN_TIMEOUT_MS: '5000' }, found: hangs() });
    t.mock.timers.tick(5_000);
    assert.equal((run.signal.reason as DOMException).name, 'TimeoutError');
  });

  it('has no events for a reader who knows all of them, or claims to know more', async (t) => {
    const { run, recorded } = await startRun(t);
    const types = typesOf(run.read(0));
    await recorded;
    const { length } = await types;
    assert.deepEqual([run.read(length), run.read(length + 1)], [undefined, undefined]);
  });
});
