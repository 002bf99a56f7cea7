import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that a test can break. */
export interface CuttableProxy {
  readonly port: number;
  /** Breaks all connections that are open, as a network does that changes. New ones are let through. */
  cut(): void;
  close(): Promise<void>;
}

/** Passes bytes on to a port of this machine; `portNow` is asked for every connection. */
export async function startCuttableProxy(portNow: () => number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(portNow(), '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      // A reset on one side is passed on as a reset, not as an orderly end.
      socket.on('error', () => other.resetAndDestroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
