import { expect } from 'chai';
import { PageLock, type TurnLockOptions } from '../../../widget/conversation/turn-lock.ts';
import { FakeLocks, type LockOwner } from '../../support/fake-locks.ts';

/** The lock of a page that runs, until it is left. */
class Page implements LockOwner {
  readonly isAlive = true;
  isAway = false;
  readonly lock: PageLock;
  readonly #handleDropped: () => void;
  /** Pauses that are waited for, with what comes after. */
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

  /** What came of a request so far. */
  request(signal = new AbortController().signal, lagMs = 0): { outcome: string; release: () => void } {
    const request = { outcome: 'waits', release: () => undefined as void };
    this.lock.acquire(signal, lagMs).then(
      (release) => Object.assign(request, { outcome: 'has it', release }),
      () => (request.outcome = 'gave up'),
    );
    return request;
  }

  /** A pause is over. */
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

describe('the lock of a turn', () => {
  it('is given to one page at a time, in the order of their requests', async () => {
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

  it('is there when what other tabs have written is: 30 ms later', async () => {
    const page = new Page(new FakeLocks());
    const request = page.request();
    await settled();
    expect([request.outcome, ...page.pauses.keys()]).to.eql(['waits', 30]);
    await page.pass(30);
    expect(request.outcome).to.equal('has it');
  });

  it('is there at once for the pages of one tab, unless one had it before', async () => {
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

  it('is there after a pause for a page of the tab that goes on with what another one has left', async () => {
    const page = new Page(new FakeLocks(), { isShared: false });
    const request = page.request(undefined, 1_000);
    await settled();
    expect([request.outcome, ...page.pauses.keys()]).to.eql(['waits', 1_000]);
    await page.pass(1_000);
    expect(request.outcome).to.equal('has it');
  });

  it('is taken, a second later, from a page that is kept for the way back', async () => {
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

  it('is waited for no more once nobody wants it, and goes to the next page', async () => {
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

  it('is given back where nobody wants it any more in the 30 ms', async () => {
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

  it('is not asked for again where the page may use none, as in a sandboxed frame', async () => {
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

  it('is asked for again after Safari has taken it from a page that was left', async () => {
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

  describe('where there are none', () => {
    it('is there at once as long as no other page answers', async () => {
      const page = new Page(undefined);
      const request = page.request();
      await settled();
      expect(request.outcome).to.equal('has it');
    });

    it('is there when a page that answers has been silent for ten seconds', async () => {
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

    it('is waited for no more once nobody wants it', async () => {
      const page = new Page(undefined, { lastHeard: () => 999_999 });
      const controller = new AbortController();
      const request = page.request(controller.signal);
      await settled();
      controller.abort();
      await settled();
      expect(request.outcome).to.equal('gave up');
    });

    it('is there at once for the pages of one tab', async () => {
      const page = new Page(undefined, { lastHeard: () => 999_999, isShared: false });
      const request = page.request();
      await settled();
      expect(request.outcome).to.equal('has it');
    });
  });
});
