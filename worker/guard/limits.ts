import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { MAX_BODY_BYTES } from '../../widget/protocol/limits.ts';
import type { Env } from '../env.ts';
import { networkOf } from '../network.ts';
import type { AppEnv } from '../ports.ts';

/** The period of the rate limit in wrangler.jsonc. */
const BURST_SECONDS = 10;

/** Refuses a body over the cap before it is parsed, with or without a `Content-Length`. */
export const bodyCap = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new ChatError('too-large', `the body is larger than ${MAX_BODY_BYTES} bytes`);
  },
});

/** Refuses a network that asks too often at once. */
export const burstCap: MiddlewareHandler<AppEnv> = async (c, next) => {
  await checkBurst(c.env, `network ${networkOf(c.req.raw)}`);
  await next();
};

/** Counts a request of somebody. Throws `rate-limited`. Nobody is counted on this machine. */
export async function checkBurst({ BURST, LOCAL }: Env, key: string): Promise<void> {
  if (BURST === undefined || LOCAL === '1') return;
  const { success } = await BURST.limit({ key });
  if (!success)
    throw new ChatError('rate-limited', 'too many requests at once', { retryAfter: BURST_SECONDS });
}
