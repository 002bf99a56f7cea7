import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOnFreePort } from '../../worker/tools/wrangler-dev.ts';

/** `wrangler dev`, behind a URL of this machine. */
export interface DevServer {
  readonly url: URL;
  /** Everything wrangler and the Worker have written. */
  readonly output: () => string;
  /** Ends it and forgets its data. Call it in an `after` hook. */
  close(): Promise<void>;
}

/**
 * Starts `wrangler dev --local` on a free port, over the last build in `dist/`: for tests of what `npm start` runs, and of
 * visitors who leave. Other tests use `startWorker`, which needs no process of wrangler's own.
 * `vars` are the Worker's variables on top of those in wrangler.jsonc; `LOCAL` is `1` unless given. `fill` puts data into
 * the folder of its storage before.
 */
export async function startDevServer(
  vars: Readonly<Record<string, string>> = {},
  fill?: (storage: string) => Promise<void>,
): Promise<DevServer> {
  const state = await mkdtemp(join(tmpdir(), 'cf-ai-chat-'));
  const forget = (): Promise<void> => rm(state, { recursive: true, force: true });
  const variables = Object.entries({ LOCAL: '1', ...vars }).flatMap(([name, value]) => [
    '--var',
    `${name}:${value}`,
  ]);
  try {
    await fill?.(state);
    const wrangler = await startOnFreePort({
      args: ['--persist-to', state, ...variables],
      env: {
        WRANGLER_LOG_PATH: join(state, 'logs'),
        WRANGLER_REGISTRY_PATH: join(state, 'registry'),
      },
    });
    return {
      url: wrangler.url,
      output: wrangler.output,
      async close() {
        await wrangler.stop();
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
