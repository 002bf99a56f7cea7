import type { BrowserContext } from 'playwright-core';

/** Refuses every request that leaves the machine: WordPress's own pages ask for pictures and news. */
export async function keepToThisMachine(context: BrowserContext): Promise<void> {
  await context.route(
    ({ protocol, hostname }) => /^https?:$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname),
    (route) => route.abort(),
  );
}
