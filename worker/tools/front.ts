import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A proxy in front of the Worker. */
export interface Front {
  close(): void;
}

const HOSTS = ['127.0.0.1', '::1'];

/**
 * Listens on a port of this machine and hands every request on to another one. It does what Cloudflare's network does in
 * production and `wrangler dev` does not: a browser, which takes gzip and brotli, gets brotli.
 */
export async function startFront(port: number, target: number): Promise<Front> {
  const servers = await Promise.all(HOSTS.map((host) => listen(host, port, target)));
  return {
    close() {
      for (const server of servers) {
        server?.close();
        server?.closeAllConnections();
      }
    },
  };
}

/** Undefined on a machine that has no such address, such as one without IPv6. */
async function listen(host: string, port: number, target: number): Promise<Server | undefined> {
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, target));
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host }, () => resolve(server));
  });
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const accepted = headers['accept-encoding'];
  const call = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...headers, ...(takesBrotli(accepted) && { 'accept-encoding': 'br' }) },
    agent: false,
  });
  call.once('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    outgoing.flushHeaders();
    response.pipe(outgoing);
  });
  call.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.destroy();
  });
  // When a client disconnects, the Worker has to notice it, too.
  outgoing.once('close', () => call.destroy());
  incoming.pipe(call);
}

/**
 * Whether a client accepts brotli. Wrangler uses the first encoding that a client names, and browsers name gzip first: `gzip,
 * deflate, br, zstd`.
 */
function takesBrotli(accepted: string | string[] | undefined): boolean {
  return /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(accepted));
}
