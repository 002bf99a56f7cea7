import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ChatEvent } from '../../../widget/protocol/chat-event.ts';
import { TurnRun } from '../../../worker/resume/turn-run.ts';

const KEY = { id: 'q_1', key: 'k' };
const EVENTS: readonly ChatEvent[] = [
  { type: 'start' },
  { type: 'token', token: 'one ' },
  { type: 'done', finishReason: 'stop' },
];

/** A run on a clock that the test moves, and how often it was to be forgotten. */
function startRun(t: TestContext, vars: object = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const run = new TurnRun(KEY, { origin: 'https://a.example', question: 'Hi', env: vars });
  const forget = t.mock.fn();
  const record = (events: AsyncGenerator<ChatEvent, void>): Promise<void> => run.record(events, forget);
  return { run, record, forgotten: () => forget.mock.callCount() };
}

async function* all(): AsyncGenerator<ChatEvent, void> {
  yield* EVENTS;
}

describe('a run of a turn', () => {
  it('is forgotten a minute after its end', async (t) => {
    const { run, record, forgotten } = startRun(t);
    await record(all());
    t.mock.timers.tick(59_999);
    assert.equal(forgotten(), 0);
    const late = run.read(0);
    t.mock.timers.tick(1);
    assert.equal(forgotten(), 1);
    // Whoever reads just then has all the same the rest.
    assert.match((await late?.text()) ?? '', /"type":"done"/);
    assert.equal(run.signal.aborted, false);
  });

  it('is given up when nobody has read for RESUME_SECONDS, and waits again when the last reader left', async (t) => {
    const { run, record, forgotten } = startRun(t, { RESUME_SECONDS: '20' });
    void record(
      (async function* () {
        yield EVENTS[0]!;
        await new Promise(() => undefined);
      })(),
    );
    t.mock.timers.tick(19_999);
    const reader = run.read(0)!.body!.getReader();
    await reader.read();
    t.mock.timers.tick(60_000);
    assert.equal(run.signal.aborted, false);
    await reader.cancel();
    while (run.kept.readers > 0) await Promise.resolve();
    t.mock.timers.tick(19_999);
    assert.equal(run.signal.aborted, false);
    t.mock.timers.tick(1);
    assert.equal(run.signal.aborted, true);
    assert.equal(forgotten(), 1);
  });

  it('has a time limit for its model, and none for the reader whom its end waits for', async (t) => {
    const { run, record } = startRun(t, { TURN_TIMEOUT_MS: '5000', RESUME_SECONDS: '20' });
    const recorded = record(
      (async function* () {
        yield EVENTS[0]!;
        await run.untilRead();
        yield EVENTS[2]!;
      })(),
    );
    while (run.kept.characters === 0) await Promise.resolve();
    t.mock.timers.tick(19_000);
    assert.equal(run.signal.aborted, false);
    const text = run.read(0)!.text();
    await recorded;
    assert.match(await text, /"type":"done"/);
  });

  it('is aborted as too slow at its time limit', async (t) => {
    const { run, record } = startRun(t, { TURN_TIMEOUT_MS: '5000' });
    const aborted = new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
    const recorded = record(
      (async function* () {
        yield EVENTS[0]!;
        await aborted;
      })(),
    );
    t.mock.timers.tick(5_000);
    await recorded;
    assert.equal((run.signal.reason as DOMException).name, 'TimeoutError');
  });
});
