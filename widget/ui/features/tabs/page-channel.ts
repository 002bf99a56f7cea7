import type { TabChannel } from '../../../conversation/tabs/tab-sync-options.ts';
import type { TabMessage } from '../../../conversation/tabs/tab-message.ts';

/** A BroadcastChannel that can be closed for a while: saying something opens it again. */
export class PageChannel implements TabChannel {
  readonly #name: string;
  #channel: BroadcastChannel | undefined;
  #listener: (message: unknown) => void = () => undefined;

  private constructor(name: string) {
    this.#name = name;
  }

  /** Undefined where the browser has none, or the page may not use it. */
  static open(name: string): PageChannel | undefined {
    const channel = new PageChannel(name);
    try {
      channel.#open();
      return channel;
    } catch {
      // ReferenceError in old browsers, SecurityError in sandboxed frames: the storage alone tells tabs of each other.
      return undefined;
    }
  }

  post(message: TabMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has only its own origin
    this.#open().postMessage(message);
  }

  listen(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  #open(): BroadcastChannel {
    if (this.#channel) return this.#channel;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#listener(data));
    return this.#channel;
  }
}
