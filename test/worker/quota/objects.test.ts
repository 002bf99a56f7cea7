import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Limit } from '../../../worker/visitor.ts';
import type { BooksAnswer, SettleRequest } from '../../../worker/quota/books.ts';
import { startPlainWorkerd, type PlainWorkerd, type TurnRow } from '../../support/plain-workerd.ts';

type Ending = SettleRequest['ending'];

let worker: PlainWorkerd;
/** A new Worker for each test, since objects are shared by name. */
const withWorker = (run: () => Promise<void>) => async (): Promise<void> => {
  worker = await startPlainWorkerd();
  try {
    await run();
  } finally {
    await worker.close();
  }
};

const admit = (id: string, limits: readonly Limit[], leaseMs = 60_000) =>
  worker.askObject('QUOTA/admit', { id, limits, leaseMs }) as Promise<BooksAnswer>;
const settle = (id: string, ending: Ending, hasBegun = false) =>
  worker.askObject('QUOTA/settle', { id, ending, hasBegun }) as Promise<BooksAnswer>;
const rows = () => worker.askObject('QUOTA/rows', {}) as Promise<readonly TurnRow[]>;
const until = async (isSo: (found: readonly TurnRow[]) => boolean) => {
  let found = await rows();
  while (!isSo(found)) found = await rows();
  return found;
};
const stateOf = async (id: string): Promise<string | undefined> =>
  (await rows()).find((row) => row.id === id)?.state;

describe('the Durable Object that counts turns of a visitor', { timeout: 60_000 }, () => {
  const own = (more: Partial<Limit> = {}): readonly Limit[] => [
    { name: 'visitor 7', of: 'visitor', most: 2, resetsAt: Date.now() + 60_000, ...more },
  ];
  const statesAfter = async (ending: Ending, ...ids: readonly string[]) => {
    const states: unknown[] = [];
    for (const id of ids) {
      await admit(id, own());
      await settle(id, ending);
      states.push(await stateOf(id));
    }
    return states;
  };

  it(
    'ends each turn once, whatever is sent repeatedly',
    withWorker(async () => {
      assert.deepEqual(await admit('a', own()), { remaining: 1 });
      assert.deepEqual(await admit('a', own()), { remaining: 1 });
      assert.deepEqual(await settle('a', 'refunded'), { remaining: 2 });
      assert.deepEqual(await settle('a', 'charged'), { remaining: 2 });
      await admit('b', own());
      assert.deepEqual(await settle('b', 'charged'), { remaining: 1 });
      assert.deepEqual(await settle('b', 'left'), { remaining: 1 });
      await settle('unknown', 'left');
      assert.deepEqual([await stateOf('a'), await stateOf('b')], ['refunded', 'charged']);
      assert.equal(await stateOf('unknown'), undefined);
    }),
  );

  it(
    'refunds turns that the visitor left only as often as the quota has turns',
    withWorker(async () => {
      assert.deepEqual(await statesAfter('left', 'a', 'b', 'c', 'd'), ['left', 'left', 'charged', 'charged']);
      assert.equal((await admit('e', own())).refusal?.name, 'visitor 7');
    }),
  );

  it(
    'refunds all failed turns, also when the visitor has left many',
    withWorker(async () => {
      assert.deepEqual(await statesAfter('left', 'a', 'b', 'c'), ['left', 'left', 'charged']);
      const failed = ['d', 'e', 'f', 'g', 'h'];
      assert.deepEqual(
        await statesAfter('refunded', ...failed),
        failed.map(() => 'refunded'),
      );
      assert.deepEqual(await admit('i', own()), { remaining: 0 });
    }),
  );

  it(
    'refunds a turn that nobody has settled, by itself and for good',
    withWorker(async () => {
      await admit('a', own(), 200);
      const [row] = await until(([first]) => first?.state !== 'reserved');
      assert.deepEqual(row, { id: 'a', state: 'expired' });
      assert.deepEqual(await settle('a', 'charged'), { remaining: 2 });
      assert.equal(await stateOf('a'), 'expired');
    }),
  );

  it(
    'refunds a turn at once whose run was lost, when the question runs again',
    withWorker(async () => {
      await admit('q_1.first', own());
      await admit('q_2.other', own());
      assert.deepEqual(await admit('q_1.second', own()), { remaining: 0 });
      assert.deepEqual(
        [await stateOf('q_1.first'), await stateOf('q_1.second'), await stateOf('q_2.other')],
        ['expired', 'reserved', 'reserved'],
      );
    }),
  );

  it(
    'deletes its turns when the day is over and nothing is reserved',
    withWorker(async () => {
      const soon = own({ resetsAt: Date.now() + 300 });
      await admit('a', soon, 700);
      await admit('b', soon, 100);
      await settle('b', 'charged');
      await until((found) => found.length === 0);
    }),
  );

  it(
    'writes no row for a refusal, which says when it may change and which turns can be joined',
    withWorker(async () => {
      const limits = own();
      const [limit] = limits;
      await admit('q_1.a', limits);
      await admit('q_2.a', limits);
      const written = await worker.rowsWritten();
      const { refusal: early } = await admit('q_3.a', limits);
      assert.deepEqual(early?.open, ['q_1', 'q_2']);
      assert.ok(early.until > Date.now() && early.until <= Date.now() + 2_000);
      assert.equal(await worker.rowsWritten(), written);
      for (const id of ['q_1.a', 'q_2.a']) await settle(id, 'charged');
      const { refusal } = await admit('q_3.a', limits);
      assert.deepEqual(refusal, { name: 'visitor 7', most: 2, until: limit?.resetsAt, open: ['q_1', 'q_2'] });
    }),
  );
});

describe('the Durable Object that counts model calls of a site', { timeout: 60_000 }, () => {
  before(async () => {
    worker = await startPlainWorkerd();
  });
  after(() => worker.close());

  /** Calls of one network each, so that the tests share an object and no network. */
  const callsOf = (network: string, share = 3, most = 1_000) => {
    const resetsAt = Date.now() + 60_000;
    const limits: readonly Limit[] = [
      { name: 'site', of: 'site', most, resetsAt },
      { name: network, of: 'network', most: share, resetsAt },
    ];
    return {
      begin: async (id: string) => (await admit(`${network} ${id}`, limits)).refusal?.name ?? null,
      leave: (id: string) => settle(`${network} ${id}`, 'left'),
      fail: (id: string, hasBegun = false) => settle(`${network} ${id}`, 'refunded', hasBegun),
    };
  };
  const total = async (): Promise<number> =>
    ((await worker.askObject('QUOTA/site', {})) as { total: number }).total;

  it('counts a call once, however often its begin and its end are sent', async () => {
    const { begin, fail } = callsOf('once', 1);
    assert.equal(await begin('a'), null);
    assert.equal(await begin('a'), null);
    assert.equal(await begin('b'), 'once');
    await fail('a');
    await fail('a');
    await fail('never begun');
    assert.equal(await begin('b'), null);
    assert.equal(await begin('c'), 'once');
  });

  it("refunds calls to a network whose visitors left, no more often than the network's share", async () => {
    const { begin, leave, fail } = callsOf('leaving', 2);
    for (const id of ['a', 'b', 'c', 'd']) {
      assert.equal(await begin(id), null, id);
      if (id !== 'd') await leave(id);
    }
    assert.equal(await begin('e'), 'leaving');
    await leave('a');
    assert.equal(await begin('e'), 'leaving');
    await fail('d');
    assert.equal(await begin('e'), null);
  });

  it('refunds broken calls to the network, once and within its share, and never to the site', async () => {
    const { begin, fail } = callsOf('broken', 2);
    const earlier = await total();
    for (const id of ['a', 'b', 'c', 'd']) {
      assert.equal(await begin(id), null, id);
      await fail(id, true);
      await fail(id, true);
    }
    await fail('a');
    assert.equal(await begin('e'), 'broken');
    assert.equal((await total()) - earlier, 4);
  });

  it('admits calls again when the limit is raised', async () => {
    assert.equal(await callsOf('raised', 100, 1).begin('a'), 'site');
    assert.equal(await callsOf('raised', 100, 1_000).begin('a'), null);
  });
});
