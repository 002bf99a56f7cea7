import type { Connectivity } from '../../widget/conversation/queue/message-queue.ts';

/** A network that a test takes away and gives back. */
export class FakeNetwork implements Connectivity {
  isConnected = true;
  #listeners = new Set<() => void>();

  readonly isOnline = (): boolean => this.isConnected;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(isConnected: boolean): void {
    this.isConnected = isConnected;
    if (isConnected) for (const listener of this.#listeners) listener();
  }
}
