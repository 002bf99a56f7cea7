import { expect } from 'chai';
import { FrameScheduler } from '../../../widget/markdown/frame-scheduler.ts';
import { MarkdownStream } from '../../../widget/markdown/index.ts';

/** Resolves when the box contains these words. */
function drawn(box: HTMLElement, words: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!box.textContent?.includes(words)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(box, { childList: true, subtree: true, characterData: true });
    look();
  });
}

/**
 * Resolves when the timer of another scheduler without frames has fired; timers that were set before have then
 * fired, too.
 */
function afterFallback(): Promise<void> {
  const { requestAnimationFrame } = window;
  window.requestAnimationFrame = () => 1;
  return new Promise<void>((resolve) => {
    new FrameScheduler(resolve).request();
    window.requestAnimationFrame = requestAnimationFrame;
  });
}

describe('FrameScheduler', () => {
  const { requestAnimationFrame: original } = window;
  afterEach(() => {
    window.requestAnimationFrame = original;
  });

  it('calls back by a timer where no animation frame comes', async () => {
    window.requestAnimationFrame = () => 1;
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('First');
    await drawn(box, 'First');
    stream.push(' and second');
    await drawn(box, 'First and second');
    stream.dispose();
  });

  it('calls back once for several requests', async () => {
    let runs = 0;
    const scheduler = new FrameScheduler(() => runs++);
    scheduler.request();
    scheduler.request();
    await afterFallback();
    expect(runs).to.equal(1);
  });

  it('does not call back after it was cancelled', async () => {
    let runs = 0;
    const scheduler = new FrameScheduler(() => runs++);
    scheduler.request();
    scheduler.cancel();
    await afterFallback();
    expect(runs).to.equal(0);
  });

  it('waits three times as long as the last callback took', () => {
    let now = 0;
    let runs = 0;
    const waits: (number | undefined)[] = [];
    const clock = { now: () => now };
    const scheduler = new FrameScheduler(() => {
      runs++;
      now += 20;
    }, clock);
    window.requestAnimationFrame = () => {
      waits.push(0);
      return 1;
    };
    const { setTimeout: originalTimeout } = window;
    window.setTimeout = ((_callback: () => void, wait?: number) => waits.push(wait)) as typeof setTimeout;
    try {
      scheduler.run();
      scheduler.request();
    } finally {
      window.setTimeout = originalTimeout;
    }
    expect(runs).to.equal(1);
    expect(waits).to.deep.equal([60]);
  });

  it('calls back at once on request, also while it waits', () => {
    let now = 0;
    let runs = 0;
    const scheduler = new FrameScheduler(
      () => {
        runs++;
        now += 20;
      },
      { now: () => now },
    );
    scheduler.run();
    scheduler.request();
    scheduler.run();
    expect(runs).to.equal(2);
  });
});
