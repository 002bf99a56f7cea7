import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { Env } from '../env.ts';

/** The period of the rate limit in wrangler.jsonc. */
const BURST_SECONDS = 10;

/** Counts a request of somebody. Throws `rate-limited` when there are too many. Nobody is counted on this machine. */
export async function checkBurst({ BURST, LOCAL }: Env, key: string): Promise<void> {
  if (BURST === undefined || LOCAL === '1') return;
  const { success } = await BURST.limit({ key });
  if (!success)
    throw new ChatError('rate-limited', 'too many requests at once', { retryAfter: BURST_SECONDS });
}
