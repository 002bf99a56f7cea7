import { expect } from 'chai';
import { retryLater } from '../../../widget/transport/retry-later.ts';
import { ManualClock } from '../../support/streams.ts';

describe('retryLater', () => {
  let clock: ManualClock;
  let calls: number;
  beforeEach(() => {
    clock = new ManualClock();
    calls = 0;
    retryLater(5_000, () => calls++, clock);
  });

  it('calls back once after the time', () => {
    clock.advance(4_999);
    expect(calls).to.equal(0);
    clock.advance(1);
    clock.sleep(0);
    expect(calls).to.equal(1);
  });

  it('calls back at once when the device wakes, and not a second time', () => {
    clock.sleep(0);
    expect(calls).to.equal(1);
    clock.advance(5_000);
    clock.sleep(0);
    expect(calls).to.equal(1);
    expect(clock.pending + clock.waking).to.equal(0);
  });
});
