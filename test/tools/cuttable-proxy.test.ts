import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy.ts';

const CLIENTS = 20;

async function isClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

describe('CuttableProxy', { timeout: 30_000 }, () => {
  const connections: Socket[] = [];
  let server: Server;
  let proxy: CuttableProxy;
  before(async () => {
    // As workerd does: goes on with its answer though the other side has said that it sends no more.
    server = createServer({ allowHalfOpen: true }, (socket) => {
      connections.push(socket);
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('word '), 1);
      socket.on('close', () => clearInterval(timer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = await startCuttableProxy(() => (server.address() as AddressInfo).port);
  });
  after(async () => {
    for (const socket of connections) socket.destroy();
    await proxy.close();
    server.close();
  });

  async function openConnections(): Promise<readonly Socket[]> {
    const clients = Array.from({ length: CLIENTS }, () => connect(proxy.port, '127.0.0.1'));
    await Promise.all(clients.map((client) => once(client, 'data')));
    return clients;
  }

  it('ends the connection to the server when a browser has closed its own in the middle of an answer', async () => {
    const earlier = connections.length;
    const clients = await openConnections();
    for (const client of clients) client.destroy();
    await Promise.all(connections.slice(earlier).map(isClosed));
  });

  it('breaks both sides when it is cut', async () => {
    const earlier = connections.length;
    const clients = await openConnections();
    for (const client of clients) client.on('error', () => undefined);
    proxy.cut();
    await Promise.all([...clients, ...connections.slice(earlier)].map(isClosed));
  });
});
