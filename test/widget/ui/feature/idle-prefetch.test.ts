import { expect } from 'chai';
import type { ChatStatus } from '../../../../widget/conversation/state.ts';
import { whenIdle } from '../../../../widget/ui/base/when-idle.ts';
import { IdlePrefetch } from '../../../../widget/ui/feature/idle-prefetch.ts';
import { ManualClock } from '../../../support/streams.ts';
import { until } from '../../../support/until.ts';

/** In milliseconds: longer than every rest after which files are fetched. */
const LONG_MS = 60_000;

describe('IdlePrefetch', () => {
  let ended: AbortController;
  let clock: ManualClock;
  /** The files that were requested, in order. */
  let asked: string[];
  let open: ((isHere: boolean) => void)[];
  let root: HTMLElement;
  let state: { readonly status: ChatStatus };
  let ahead: IdlePrefetch;
  const names = ['one', 'two', 'three'];

  beforeEach(() => {
    ended = new AbortController();
    clock = new ManualClock();
    [asked, open] = [[], []];
    root = document.createElement('div');
    state = { status: 'ready' };
    const files = names.map((name) => () => {
      asked.push(name);
      return new Promise<void>((resolve, reject) =>
        open.push((isHere) => (isHere ? resolve() : reject(new Error('503')))),
      );
    });
    const chat = {
      root,
      signal: ended.signal,
      get state() {
        return state;
      },
    };
    ahead = new IdlePrefetch(chat, () => files, clock);
  });
  afterEach(() => ended.abort());

  /** Waits until the browser was idle twice: by then every due file has been fetched. */
  async function idle(): Promise<void> {
    for (let count = 0; count < 2; count++) await new Promise<void>((resolve) => whenIdle(resolve));
  }

  /** The visitor uses the chat. */
  const use = (): unknown => root.dispatchEvent(new PointerEvent('pointerdown'));

  async function rest(): Promise<void> {
    ahead.follow();
    clock.advance(LONG_MS);
    await idle();
  }

  it('fetches one file after the other', async () => {
    use();
    await rest();
    expect(asked).to.eql(['one']);
    ahead.follow();
    clock.advance(LONG_MS);
    await idle();
    expect(asked, 'the first is still on its way').to.eql(['one']);
    open[0]?.(true);
    await until(
      () => asked.length,
      (count) => count === 2,
    );
    open[1]?.(true);
    await until(
      () => asked.length,
      (count) => count === 3,
    );
  });

  it('waits for the end of an answer', async () => {
    use();
    state = { status: 'streaming' };
    await rest();
    expect(asked).to.eql([]);
    state = { status: 'ready' };
    await rest();
    expect(asked).to.eql(['one']);
    state = { status: 'submitted' };
    open[0]?.(true);
    await idle();
    expect(asked).to.eql(['one']);
  });

  it('fetches nothing for a visitor who does not use the chat', async () => {
    await rest();
    expect(asked).to.eql([]);
    root.dispatchEvent(new FocusEvent('focusin'));
    await rest();
    expect(asked).to.eql(['one']);
  });

  it('fetches a file again that could not be loaded, when the device is online again', async () => {
    use();
    await rest();
    open[0]?.(false);
    await until(
      () => asked.length,
      (count) => count === 2,
    );
    open[1]?.(true);
    await until(
      () => asked.length,
      (count) => count === 3,
    );
    open[2]?.(true);
    await rest();
    expect(asked).to.eql(names);
    dispatchEvent(new Event('online'));
    clock.advance(LONG_MS);
    await until(
      () => asked.length,
      (count) => count === 4,
    );
    expect(asked[3]).to.equal('one');
  });
});
