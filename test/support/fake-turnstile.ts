import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Gate } from './gate.ts';
import { startPageServer } from './page-server.ts';

const SCRIPT = join(import.meta.dirname, '../fixtures/turnstile/api.js');

/** Turnstile on this machine: its script, and its verification, which lets each token that begins with "good" pass once. */
export interface FakeTurnstile {
  /** What `TURNSTILE_VERIFY_URL` is set to. */
  readonly url: string;
  /** The script that pages load. */
  readonly scriptUrl: string;
  readonly secret: string;
  /** The tokens that it was asked to verify. */
  readonly asked: readonly string[];
  /** Withholds all answers from now on until the gate is open. */
  hold(gate: Gate): void;
  close(): Promise<void>;
}

/** Starts the fake Turnstile on the loopback interface. */
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
  const server = await startPageServer((request, response) => {
    if (request.method === 'GET') return void serveScript(response);
    void text(request).then(async (body) => {
      const codes = verdict(new URLSearchParams(body));
      await gate.opened;
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ success: codes.length === 0, 'error-codes': codes }));
    });
  });
  return {
    url: new URL('/siteverify', server.url).href,
    scriptUrl: new URL('/api.js', server.url).href,
    secret,
    asked,
    hold(next) {
      gate = next;
    },
    close: () => server.close(),
  };
}

async function serveScript(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(SCRIPT));
}
