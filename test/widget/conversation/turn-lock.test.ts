import { expect } from 'chai';
import { PageLock, type TurnLockOptions } from '../../../widget/conversation/turn-lock.ts';
import { FakeLocks, type LockOwner } from '../../support/fake-locks.ts';

/** The lock of a running page. */
class Page implements LockOwner {
  readonly isAlive = true;
  isAway = false;
  readonly lock: PageLock;
  readonly #handleDropped: () => void;
  /** The pauses that the lock waits for, each with its callback. */
  readonly pauses = new Map<number, () => void>();
  now = 1_000_000;

  constructor(locks: TurnLockOptions['locks'] | FakeLocks, options: Partial<TurnLockOptions> = {}) {
    this.#handleDropped = () => locks instanceof FakeLocks && locks.release(this);
    this.lock = new PageLock({
      name: () => 'turn',
      locks: locks instanceof FakeLocks ? locks.of(this) : locks,
      isShared: true,
      lastHeard: () => 0,
      now: () => this.now,
      after: (milliseconds, callback) => {
        this.pauses.set(milliseconds, callback);
        return () => this.pauses.delete(milliseconds);
      },
      ...options,
    });
  }

  drop(): void {
    this.#handleDropped();
  }

  whenRunning(callback: () => void): void {
    callback();
  }

  /** Requests the lock; `outcome` tells what came of the request so far. */
  request(signal = new AbortController().signal, lagMs = 0): { outcome: string; release: () => void } {
    const request = { outcome: 'waits', release: () => undefined as void };
    this.lock.acquire(signal, lagMs).then(
      (release) => Object.assign(request, { outcome: 'has it', release }),
      () => (request.outcome = 'gave up'),
    );
    return request;
  }

  /** Lets a pause of this length end. */
  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    const callback = this.pauses.get(milliseconds);
    this.pauses.delete(milliseconds);
    callback?.();
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

describe('the lock of a turn, which lets one page at a time ask', () => {
  it('goes to one page at a time, in the order of their requests', async () => {
    const locks = new FakeLocks();
    const pages = [new Page(locks), new Page(locks), new Page(locks)];
    const requests = pages.map((page) => page.request());
    await settled();
    await pages[0]?.pass(30);
    expect(requests.map(({ outcome }) => outcome)).to.eql(['has it', 'waits', 'waits']);
    requests[0]?.release();
    await settled();
    await pages[1]?.pass(30);
    expect(requests.map(({ outcome }) => outcome)).to.eql(['has it', 'has it', 'waits']);
  });

  it("is granted 30 ms after another tab released it, when that tab's writes have arrived", async () => {
    const page = new Page(new FakeLocks());
    const request = page.request();
    await settled();
    expect([request.outcome, ...page.pauses.keys()]).to.eql(['waits', 30]);
    await page.pass(30);
    expect(request.outcome).to.equal('has it');
  });

  it('is granted at once to the pages of one tab, unless another page held it before', async () => {
    const locks = new FakeLocks();
    const [first, second] = [new Page(locks, { isShared: false }), new Page(locks, { isShared: false })];
    const [held, waits] = [first.request(), second.request()];
    await settled();
    expect([held.outcome, first.pauses.size]).to.eql(['has it', 0]);
    second.now += 1_000;
    held.release();
    await settled();
    expect([waits.outcome, ...second.pauses.keys()]).to.eql(['waits', 30]);
    await second.pass(30);
    expect(waits.outcome).to.equal('has it');
  });

  it('is granted after a pause to a page that continues the answer of an earlier page of its tab', async () => {
    const page = new Page(new FakeLocks(), { isShared: false });
    const request = page.request(undefined, 1_000);
    await settled();
    expect([request.outcome, ...page.pauses.keys()]).to.eql(['waits', 1_000]);
    await page.pass(1_000);
    expect(request.outcome).to.equal('has it');
  });

  it('is taken after a second from a page that is kept in the back/forward cache', async () => {
    const locks = new FakeLocks();
    const [first, second] = [new Page(locks), new Page(locks)];
    first.request();
    const waits = second.request();
    await settled();
    first.isAway = true;
    expect([...second.pauses.keys()]).to.eql([1_000]);
    await second.pass(1_000);
    await second.pass(30);
    expect([waits.outcome, ...second.pauses.keys()]).to.eql(['has it']);
  });

  it('goes to the next page when a waiting request is aborted', async () => {
    const locks = new FakeLocks();
    const [first, second, third] = [new Page(locks), new Page(locks), new Page(locks)];
    const held = first.request();
    const controller = new AbortController();
    const unwanted = second.request(controller.signal);
    const next = third.request();
    await settled();
    await first.pass(30);
    controller.abort();
    held.release();
    await settled();
    await third.pass(30);
    expect([unwanted.outcome, next.outcome]).to.eql(['gave up', 'has it']);
  });

  it('is released when its request is aborted within the 30 ms', async () => {
    const locks = new FakeLocks();
    const [first, second] = [new Page(locks), new Page(locks)];
    const controller = new AbortController();
    const unwanted = first.request(controller.signal);
    await settled();
    controller.abort();
    await settled();
    const next = second.request();
    await settled();
    await second.pass(30);
    expect([unwanted.outcome, next.outcome]).to.eql(['gave up', 'has it']);
  });

  it('is not requested again where the browser forbids locks, as in a sandboxed frame', async () => {
    let asked = 0;
    const request = (): Promise<never> => {
      asked++;
      return Promise.reject(new DOMException('sandboxed', 'SecurityError'));
    };
    const page = new Page({ request } as unknown as LockManager);
    const requests = [page.request()];
    await settled();
    const askedFirst = asked;
    requests.push(page.request());
    await settled();
    expect([asked, ...requests.map(({ outcome }) => outcome)]).to.eql([askedFirst, 'has it', 'has it']);
  });

  it('is requested again after Safari has released the lock of a page in the back/forward cache', async () => {
    let asked = 0;
    const request = async (_name: string, _options: LockOptions, grant: (lock: object) => unknown) => {
      asked++;
      void grant({});
      await settled();
      throw new DOMException('broken', 'AbortError');
    };
    const page = new Page({ request } as unknown as LockManager, { isShared: false });
    const requests = [page.request()];
    await settled();
    await settled();
    requests.push(page.request());
    await settled();
    expect([asked, ...requests.map(({ outcome }) => outcome)]).to.eql([2, 'has it', 'has it']);
  });

  describe('in a browser without the Web Locks API', () => {
    it('is granted at once as long as no other page streams an answer', async () => {
      const page = new Page(undefined);
      const request = page.request();
      await settled();
      expect(request.outcome).to.equal('has it');
    });

    it('is granted when the page that streams an answer has been silent for ten seconds', async () => {
      let heard = 0;
      const page = new Page(undefined, { lastHeard: () => heard });
      heard = page.now;
      const request = page.request();
      await settled();
      heard += 4_000;
      await page.pass(10_000);
      expect([request.outcome, ...page.pauses.keys()]).to.eql(['waits', 4_000]);
      await page.pass(4_000);
      expect(request.outcome).to.equal('has it');
    });

    it('is not granted any more when its request is aborted', async () => {
      const page = new Page(undefined, { lastHeard: () => 999_999 });
      const controller = new AbortController();
      const request = page.request(controller.signal);
      await settled();
      controller.abort();
      await settled();
      expect(request.outcome).to.equal('gave up');
    });

    it('is granted at once to the pages of one tab', async () => {
      const page = new Page(undefined, { lastHeard: () => 999_999, isShared: false });
      const request = page.request();
      await settled();
      expect(request.outcome).to.equal('has it');
    });
  });
});
