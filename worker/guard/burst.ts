import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { Env } from '../env.ts';

/** The period of the rate limits in wrangler.jsonc. */
const BURST_SECONDS = 10;

/** Counts a request against the rate limit of `key`. Throws `rate-limited` where there are too many. */
export async function checkBurst(env: Env, key: string, limiter = env.BURST): Promise<void> {
  if (!(await isWithinBurst(env, key, limiter)))
    throw new ChatError('rate-limited', 'too many requests at once', { retryAfter: BURST_SECONDS });
}

/**
 * Counts a request against the rate limit of `key`. Returns false where there are too many. On the owner's machine nothing is
 * counted.
 */
export async function isWithinBurst(env: Env, key: string, limiter = env.BURST): Promise<boolean> {
  return limiter === undefined || env.LOCAL === '1' || (await limiter.limit({ key })).success;
}
