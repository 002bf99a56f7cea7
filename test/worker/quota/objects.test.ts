import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startPlainWorkerd, type PlainWorkerd, type TurnRow } from '../../support/plain-workerd.ts';

let worker: PlainWorkerd;
/** A fresh Worker for each test: its objects are shared by name. */
const withWorker = (run: () => Promise<void>) => async (): Promise<void> => {
  worker = await startPlainWorkerd();
  try {
    await run();
  } finally {
    await worker.close();
  }
};

describe('the object of a visitor', { timeout: 60_000 }, () => {
  const reserve = (id: string, more: object = {}) => {
    const resetsAt = Date.now() + 60_000;
    return worker.askObject('QUOTA/reserve', { id, limit: 2, leaseMs: 60_000, resetsAt, ...more });
  };
  const end = (id: string, ending: string) => worker.askObject('QUOTA/end', { id, limit: 2, ending });
  const rows = () => worker.askObject('QUOTA/rows', {}) as Promise<readonly TurnRow[]>;
  const until = async (isSo: (found: readonly TurnRow[]) => boolean) => {
    let found = await rows();
    while (!isSo(found)) found = await rows();
    return found;
  };
  const statesAfter = async (ending: string, ...ids: readonly string[]) => {
    const states: unknown[] = [];
    for (const id of ids) {
      await reserve(id);
      states.push(((await end(id, ending)) as { state: string }).state);
    }
    return states;
  };

  it(
    'ends a turn once, whatever is sent how often',
    withWorker(async () => {
      assert.deepEqual(await reserve('a'), { state: 'reserved', remaining: 1 });
      assert.deepEqual(await reserve('a'), { state: 'reserved', remaining: 1 });
      assert.deepEqual(await end('a', 'refunded'), { state: 'refunded', remaining: 2 });
      assert.deepEqual(await end('a', 'charged'), { state: 'refunded', remaining: 2 });
      await reserve('b');
      assert.deepEqual(await end('b', 'charged'), { state: 'charged', remaining: 1 });
      assert.deepEqual(await end('b', 'left'), { state: 'charged', remaining: 1 });
      assert.deepEqual(await end('unknown', 'left'), { state: 'gone', remaining: 1 });
    }),
  );

  it(
    'refunds no more turns that the visitor left than the allowance has',
    withWorker(async () => {
      assert.deepEqual(await statesAfter('left', 'a', 'b', 'c', 'd'), ['left', 'left', 'charged', 'charged']);
      assert.deepEqual(await reserve('e'), { state: 'refused', remaining: 0 });
    }),
  );

  it(
    'refunds every turn that failed, also when the visitor has left many',
    withWorker(async () => {
      assert.deepEqual(await statesAfter('left', 'a', 'b', 'c'), ['left', 'left', 'charged']);
      const failed = ['d', 'e', 'f', 'g', 'h'];
      assert.deepEqual(
        await statesAfter('refunded', ...failed),
        failed.map(() => 'refunded'),
      );
      assert.deepEqual(await reserve('i'), { state: 'reserved', remaining: 0 });
    }),
  );

  it(
    'gives a turn back that nobody ended, by itself and for good',
    withWorker(async () => {
      await reserve('a', { leaseMs: 200 });
      const [row] = await until(([first]) => first?.state !== 'reserved');
      assert.deepEqual(row, { id: 'a', state: 'expired' });
      assert.deepEqual(await end('a', 'charged'), { state: 'expired', remaining: 2 });
    }),
  );

  it(
    'forgets everything when its window is over and nothing is reserved',
    withWorker(async () => {
      await reserve('a', { resetsAt: Date.now() + 300, leaseMs: 700 });
      await reserve('b', { resetsAt: Date.now() + 300, leaseMs: 100 });
      await end('b', 'charged');
      await until((found) => found.length === 0);
    }),
  );
});

describe('the object of the site', { timeout: 60_000 }, () => {
  before(async () => {
    worker = await startPlainWorkerd();
  });
  after(() => worker.close());

  /** Calls of one network each, so that the tests share an object and no network. */
  const callsOf = (network: string, share = 3) => {
    const send = (method: 'begin' | 'undo', id: string, more: object) =>
      worker.askObject(`SITE/${method}`, {
        id: `${network} ${id}`,
        networks: [{ name: network, share }],
        limit: 1_000,
        resetsAt: Date.now() + 60_000,
        ...more,
      });
    return {
      begin: async (id: string, more: object = {}) =>
        ((await send('begin', id, more)) as { refusedBy: string | null }).refusedBy,
      undo: (id: string, reason?: 'left' | 'broken') => send('undo', id, { reason }),
    };
  };

  it('counts a call once, however often its begin and its undo arrive', async () => {
    const { begin, undo } = callsOf('once', 1);
    assert.equal(await begin('a'), null);
    assert.equal(await begin('a'), null);
    assert.equal(await begin('b'), 'share');
    await undo('a');
    await undo('a');
    await undo('never begun');
    assert.equal(await begin('b'), null);
    assert.equal(await begin('c'), 'share');
  });

  it('gives a network no more calls back that its visitors left than its share', async () => {
    const { begin, undo } = callsOf('leaving', 2);
    for (const id of ['a', 'b', 'c', 'd']) {
      assert.equal(await begin(id), null, id);
      await undo(id, 'left');
    }
    assert.equal(await begin('e'), 'share');
    await undo('a', 'left');
    assert.equal(await begin('e'), 'share');
    await undo('c');
    assert.equal(await begin('e'), null);
  });

  it('gives a network back what broke off, once and no more than its share, and the site nothing', async () => {
    const { begin, undo } = callsOf('broken', 2);
    const { total } = await worker.siteCalls();
    for (const id of ['a', 'b', 'c', 'd']) {
      assert.equal(await begin(id), null, id);
      await undo(id, 'broken');
      await undo(id, 'broken');
    }
    await undo('a');
    assert.equal(await begin('e'), 'share');
    const calls = await worker.siteCalls();
    assert.equal(calls.total - total, 4);
    assert.equal(calls.counted.filter((id) => id.startsWith('broken ')).length, 4);
  });

  it('opens again when the limit is raised', async () => {
    const { begin } = callsOf('raised', 100);
    assert.equal(await begin('a', { limit: 1 }), 'limit');
    assert.equal(await begin('a', { limit: 1_000 }), null);
  });
});
