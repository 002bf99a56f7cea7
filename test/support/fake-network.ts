import type { Connectivity } from '../../widget/conversation/conversation-options.ts';

interface Timer {
  readonly milliseconds: number;
  readonly callback: () => void;
}

/** A network that a test takes away and brings back, with the timers that wait for it. */
export class FakeNetwork implements Connectivity {
  isConnected = true;
  readonly timers: Timer[] = [];

  readonly isOnline = (): boolean => this.isConnected;

  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { milliseconds, callback };
    this.timers.push(timer);
    return () => {
      const index = this.timers.indexOf(timer);
      if (index !== -1) this.timers.splice(index, 1);
    };
  };
}
