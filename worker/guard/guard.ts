import type { RateLimit } from '@cloudflare/workers-types';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { explainOrigins, readOrigins } from '../../widget/protocol/address.ts';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { MAX_FILES_BYTES } from '../../widget/protocol/limits.ts';
import { log } from '../log.ts';
import { networkOf } from '../network.ts';
import type { AppContext, AppMiddleware, Feature } from '../ports.ts';
import { hasApiToken } from '../signature.ts';
import { OMITTED_HEADER } from '../turn/input.ts';
import { checkBurst, isWithinBurst } from './burst.ts';
import { identify, verify } from './session.ts';

/**
 * The largest body that is read: it holds more than 400 turns as `useChat` sends them. The limit keeps the memory and CPU of one
 * request small; a model is sent far less (`turn/input.ts`).
 */
export const MAX_BODY_BYTES = 1_048_576;
/**
 * The largest body of a question that may bring files. Base64 takes four bytes for each three of a file; the rest may be as large
 * as any other body.
 */
export const MAX_FILE_BODY_BYTES = MAX_BODY_BYTES + (MAX_FILES_BYTES / 3) * 4;
/** The paths that take questions. */
const MAY_HAVE_FILES = /^\/api\/chat$|^\/v1\//;
const NOT_ALLOWED = 'this origin is not in ALLOWED_ORIGINS';
/** Characters of an origin that are logged: a host name has 253 at most. */
const MAX_LOGGED = 300;

/**
 * Lets pages of every origin read the responses to their requests, as CORS allows. {@link checkOrigin} then refuses origins that
 * are not allowed, with a 403 that their pages can read: so the chat and the console name the setting that was forgotten.
 */
const crossOrigin: AppMiddleware = cors({
  origin: (origin) => origin || null,
  allowMethods: ['GET', 'POST'],
  exposeHeaders: ['Retry-After', OMITTED_HEADER],
  maxAge: 86_400,
});

/** Refuses a body over the cap before it is parsed, with or without a `Content-Length`. */
const limitBody = (maxSize: number): AppMiddleware =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new ChatError('too-large', `the body is larger than ${maxSize} bytes`);
    },
  });
const limitOrdinary = limitBody(MAX_BODY_BYTES);
const limitWithFiles = limitBody(MAX_FILE_BODY_BYTES);

const bodyLimits: AppMiddleware = (c, next) =>
  c.env.ATTACHMENTS && MAY_HAVE_FILES.test(c.req.path) ? limitWithFiles(c, next) : limitOrdinary(c, next);

const checkRequest: AppMiddleware = async (c, next) => {
  // Responses and errors are data: no browser may run them, show them in a frame, or take them for another type.
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Strict-Transport-Security', 'max-age=31536000');
  await checkOrigin(c);
  // The owner's server asks for many visitors. `identify` counts them one by one, when it has read the body.
  if (!hasApiToken(c.env, c.req.header('Authorization')))
    await checkBurst(c.env, `network ${networkOf(c.req.raw)}`, limiterOf(c));
  await next();
};

/**
 * A search box sends a request for each key press, and each is cheap. They have a limit of their own, so that they use up none of
 * the chat's.
 */
function limiterOf(c: AppContext): RateLimit | undefined {
  return c.req.path === '/api/search' ? c.env.SEARCH_BURST : c.env.BURST;
}

/**
 * What every request has to pass before anything that costs begins: CORS, the origin, the rate limit, the size of its body.
 *
 * @example
 * for (const path of ['/api/*', '/v1/*']) app.use(path, ...guard);
 */
export const guard = [crossOrigin, checkRequest, bodyLimits] as const;

/** Lets a turn begin only where the visitor has passed the bot check. */
export const botCheck: Feature = ({ env }) => ({ verify: (token) => verify(env, token) });

/** Sets `identify`, which tells who the visitor is. */
export const sessions: AppMiddleware = async (c, next) => {
  c.set('identify', (introduction) => identify(c, introduction));
  await next();
};

/**
 * Refuses requests of pages whose origin is not allowed. Clients outside of browsers send neither `Origin` nor `Sec-Fetch-Site`,
 * and pass: an origin is no proof of identity.
 */
async function checkOrigin(c: AppContext): Promise<void> {
  const origin = c.req.header('Origin');
  if (origin !== undefined && !isAllowedOrigin(origin, c)) {
    // The rate limit keeps a flood of refusals out of the log. It has a key of its own: else a hostile page could use up the
    // requests of its visitors, and shut them out of the chat.
    if (await isWithinBurst(c.env, `refused ${networkOf(c.req.raw)}`))
      log('origin-refused', {
        origin: origin.slice(0, MAX_LOGGED),
        detail: explainOrigins(c.env.ALLOWED_ORIGINS) ?? NOT_ALLOWED,
      });
    throw new ChatError('origin-refused', NOT_ALLOWED);
  }
  // The request for an image, a script or a prefetch has no `Origin`, but these headers.
  const site = origin === undefined ? (c.req.header('Sec-Fetch-Site') ?? 'none') : 'none';
  const isNotByScript =
    c.req.header('Sec-Fetch-Mode') === 'no-cors' || c.req.header('Sec-Purpose') !== undefined;
  if (isNotByScript || (site !== 'same-origin' && site !== 'none'))
    throw new ChatError('origin-refused', 'only a fetch or an EventSource of an allowed origin may ask');
}

function isAllowedOrigin(origin: string, c: AppContext): boolean {
  return origin === new URL(c.req.url).origin || readOrigins(c.env.ALLOWED_ORIGINS).origins.includes(origin);
}
