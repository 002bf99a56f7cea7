import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../../element/chat-host.ts';

/** Has the code loaded that opens the search, where keys or something on the page open it. */
export class OpensSearch implements ReactiveController {
  readonly #host: ChatHost;

  constructor(host: ChatHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.hostUpdated();
  }

  hostUpdated(): void {
    const { hotkey, openOn, searching } = this.#host;
    if (hotkey || openOn) void searching.load();
  }
}
