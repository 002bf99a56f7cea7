import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server whose connections a test can break. */
export interface CuttableProxy {
  readonly port: number;
  /** The first lines of the requests that were passed on, such as `POST /api/chat HTTP/1.1`. */
  readonly requests: readonly string[];
  /** The turns whose `done` event was sent on an open connection of the browser. */
  readonly delivered: ReadonlySet<string>;
  /**
   * Lets this many more bytes of clients through. Resolves when they have passed; the rest waits until
   * `release` or a cut.
   */
  holdUpload(bytes: number): Promise<void>;
  release(): void;
  /** Breaks all open connections, as a changing network does. New connections are let through. */
  cut(): void;
  close(): Promise<void>;
}

/** Matches the last event of an answered turn. */
const DONE = /"type":"done",[^\n]*?"queryId":"(q_[\da-f]+)"/g;

/** Forwards connections to a port of this machine; `portNow` is called for each connection. */
export async function startCuttableProxy(portNow: () => number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const delivered = new Set<string>();
  const resetting = new WeakSet<Socket>();
  const held = new Set<Socket>();
  let hold = { left: Infinity, reach: (): void => undefined };
  const reset = (socket: Socket): void => {
    if (resetting.has(socket)) return;
    resetting.add(socket);
    // A reset after `end` fails with EINVAL and leaves the socket open: a server would write its answer to nobody.
    if (socket.writableEnded) socket.destroy();
    else socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    const target = connect(portNow(), '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      // A reset on one side becomes a reset on the other, not an orderly end.
      socket.on('error', () => reset(other));
      socket.on('close', () => {
        sockets.delete(socket);
        if (!resetting.has(other)) other.destroy();
      });
    }
    // Browsers send the headers of a request as a piece of their own.
    client.on('data', (bytes: Buffer) => {
      const [line = ''] = bytes.toString('latin1').split('\r\n', 1);
      if (line.endsWith(' HTTP/1.1')) requests.push(line);
    });
    let line = '';
    target.on('data', (bytes: Buffer) => {
      line += bytes.toString('latin1');
      if (client.writable) for (const [, id = ''] of line.matchAll(DONE)) delivered.add(id);
      line = line.slice(line.lastIndexOf('\n') + 1);
    });
    client.on('data', (bytes: Buffer) => {
      hold.left -= bytes.length;
      if (hold.left > 0) return;
      client.unpipe(target).pause();
      held.add(client);
      client.once('resume', () => client.pipe(target));
      hold.reach();
    });
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const release = (): void => {
    hold = { left: Infinity, reach: () => undefined };
    for (const client of held) client.resume();
    held.clear();
  };
  const cut = (): void => {
    release();
    for (const socket of sockets) reset(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    delivered,
    cut,
    release,
    holdUpload: (bytes) =>
      new Promise((resolve) => {
        hold = { left: bytes, reach: resolve };
      }),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
