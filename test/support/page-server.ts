import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A small web server on a loopback port of its own. */
export interface PageServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** The private key of an HTTPS server, and its certificate. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Starts a server that answers every request with `listener`, by HTTPS where it has a certificate. */
export async function startPageServer(
  listener: RequestListener,
  certificate?: Certificate,
): Promise<PageServer> {
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${certificate ? 'https' : 'http'}://127.0.0.1:${port}/`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lets pages of any origin read the response. Returns true if the request was a preflight, which is then answered. */
export function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204).end();
  return true;
}
