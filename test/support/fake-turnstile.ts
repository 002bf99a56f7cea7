import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Gate } from './gate.ts';

/** Turnstile's verification on this machine: a token that begins with "good" passes, once. */
export interface FakeTurnstile {
  /** What `TURNSTILE_VERIFY_URL` is set to. */
  readonly url: string;
  readonly secret: string;
  /** The tokens it was asked about. */
  readonly asked: readonly string[];
  /** Answers nobody from now on until the gate is open. */
  hold(gate: Gate): void;
  close(): Promise<void>;
}

/** Starts it on the loopback interface. */
export async function startFakeTurnstile(): Promise<FakeTurnstile> {
  const asked: string[] = [];
  let gate = new Gate();
  gate.open();
  const secret = 'turnstile-secret';
  const verdict = (form: URLSearchParams): readonly string[] => {
    const token = form.get('response') ?? '';
    const isSpent = asked.includes(token);
    asked.push(token);
    if (form.get('secret') !== secret) return ['invalid-input-secret'];
    if (!token.startsWith('good')) return ['invalid-input-response'];
    return isSpent ? ['timeout-or-duplicate'] : [];
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const codes = verdict(new URLSearchParams(body));
      await gate.opened;
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ success: codes.length === 0, 'error-codes': codes }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/siteverify`,
    secret,
    asked,
    hold(next) {
      gate = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
