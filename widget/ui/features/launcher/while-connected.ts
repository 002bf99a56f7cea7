import type { ReactiveControllerHost } from '@lit/reactive-element';

/** Calls a function each time an element comes onto the page; its signal aborts when the element leaves it. */
export function whileConnected(host: ReactiveControllerHost, connect: (signal: AbortSignal) => void): void {
  let connection: AbortController | undefined;
  host.addController({
    hostConnected() {
      connection = new AbortController();
      connect(connection.signal);
    },
    hostDisconnected: () => connection?.abort(),
  });
}
