import * as v from 'valibot';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { log } from '../log.ts';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const TIMEOUT_MS = 5_000;

const Verdict = v.object({
  success: v.boolean(),
  'error-codes': v.optional(v.array(v.string())),
});

/** A problem of our own settings, which no visitor can solve. */
const OUR_FAULT = /^(?:missing|invalid)-input-secret$/;

/**
 * Asks Turnstile whether a check was passed; a token is good for one question. Throws `challenge-required` if it was
 * not, or cannot be known, and `not-configured` if our secret is wrong.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export async function verifyChallenge(token: string, secret: string, url = VERIFY_URL): Promise<void> {
  const codes = await ask(url, new URLSearchParams({ secret, response: token }));
  if (codes === null) return;
  log('challenge-failed', { detail: codes.join(' ') });
  if (codes.some((code) => OUR_FAULT.test(code)))
    throw new ChatError('not-configured', 'TURNSTILE_SECRET is wrong');
  throw new ChatError('challenge-required', 'the Turnstile check was not passed');
}

/** Null when the check was passed, else why not. */
async function ask(url: string, body: URLSearchParams): Promise<readonly string[] | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', body, signal });
    const verdict = v.parse(Verdict, await answer.json());
    return verdict.success ? null : (verdict['error-codes'] ?? []);
  } catch {
    // Closed when it fails: an attacker who can keep us from asking must not get in by that.
    return ['unreachable'];
  }
}
