import * as v from 'valibot';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { log } from '../log.ts';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const TIMEOUT_MS = 5_000;

const Verdict = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });

/**
 * Asks Turnstile whether a check was passed; a token is good for one question. Throws `challenge-required` if it was
 * not, or cannot be known, and `not-configured` if our secret is wrong, which no visitor can solve.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export async function verifyChallenge(token: string, secret: string, url = VERIFY_URL): Promise<void> {
  const { success, 'error-codes': codes } = await ask(url, new URLSearchParams({ secret, response: token }));
  if (success) return;
  log('challenge-failed', { detail: codes.join(' ') });
  if (codes.some((code) => /^(?:missing|invalid)-input-secret$/.test(code)))
    throw new ChatError('not-configured', 'TURNSTILE_SECRET is wrong');
  throw new ChatError('challenge-required', 'the Turnstile check was not passed');
}

async function ask(url: string, body: URLSearchParams): Promise<v.InferOutput<typeof Verdict>> {
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return v.parse(Verdict, await answer.json());
  } catch {
    // Closed when it fails: an attacker who can keep us from asking must not get in by that.
    return { success: false, 'error-codes': ['unreachable'] };
  }
}
