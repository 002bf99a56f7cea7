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
 * The largest body that is read: more than 400 turns as `useChat` sends them. What a model is asked with is far less
 * (`turn/input.ts`); this keeps the memory and the CPU of one request small.
 */
export const MAX_BODY_BYTES = 1_048_576;
/** Of questions that may bring files: base64 of four bytes for each three, beside a body as large as any other. */
export const MAX_FILE_BODY_BYTES = MAX_BODY_BYTES + (MAX_FILES_BYTES / 3) * 4;
/** Paths of questions. */
const MAY_HAVE_FILES = /^\/api\/chat$|^\/v1\//;
const NOT_ALLOWED = 'this origin is not in ALLOWED_ORIGINS';
/** Characters of an origin that are logged: a host name has 253 at most. */
const MAX_LOGGED = 300;

/**
 * Lets every page read the answers to its requests. It stops none: {@link checkOrigin} does, with a 403 that is all a page
 * reads whose origin is not allowed. So its chat and its console can name the setting that was forgotten.
 */
const crossOrigin: AppMiddleware = cors({
  origin: (origin) => origin || null,
  allowMethods: ['GET', 'POST'],
  exposeHeaders: ['Retry-After', OMITTED_HEADER],
  maxAge: 86_400,
});

/** Refuses a body over the cap before it is parsed, with or without a `Content-Length`. */
const cap = (maxSize: number): AppMiddleware =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new ChatError('too-large', `the body is larger than ${maxSize} bytes`);
    },
  });
const ordinary = cap(MAX_BODY_BYTES);
const withFiles = cap(MAX_FILE_BODY_BYTES);

const bodyCap: AppMiddleware = (c, next) =>
  c.env.ATTACHMENTS && MAY_HAVE_FILES.test(c.req.path) ? withFiles(c, next) : ordinary(c, next);

const checkRequest: AppMiddleware = async (c, next) => {
  // Answers, errors included, are data: never to be run, framed, or taken for another type.
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Strict-Transport-Security', 'max-age=31536000');
  await checkOrigin(c);
  // The owner's server is many visitors: they are counted one by one, when the body is known.
  if (!hasApiToken(c.env, c.req.header('Authorization')))
    await checkBurst(c.env, `network ${networkOf(c.req.raw)}`, limiterOf(c));
  await next();
};

/** Keystrokes in a search box are many and cheap: they do not count against the chat. */
function limiterOf(c: AppContext): RateLimit | undefined {
  return c.req.path === '/api/search' ? c.env.SEARCH_BURST : c.env.BURST;
}

/**
 * Whatever a request has to pass before anything is spent.
 *
 * @example
 * for (const path of ['/api/*', '/v1/*']) app.use(path, ...guard);
 */
export const guard = [crossOrigin, checkRequest, bodyCap] as const;

/** Lets a turn begin only when the bot check was passed. */
export const botCheck: Feature = ({ env }) => ({ verify: (token) => verify(env, token) });

/** Tells who the visitor is. */
export const sessions: AppMiddleware = async (c, next) => {
  c.set('identify', (introduction) => identify(c, introduction));
  await next();
};

/**
 * Refuses requests that a page of another origin made the browser send. Clients outside browsers send neither header and pass:
 * an origin is not a proof of identity.
 */
async function checkOrigin(c: AppContext): Promise<void> {
  const origin = c.req.header('Origin');
  if (origin !== undefined && !isAllowedOrigin(origin, c)) {
    // A flood of them is not logged. It counts apart, or a hostile page could shut its visitors out of the chat.
    if (await isWithinBurst(c.env, `refused ${networkOf(c.req.raw)}`))
      log('origin-refused', {
        origin: origin.slice(0, MAX_LOGGED),
        detail: explainOrigins(c.env.ALLOWED_ORIGINS) ?? NOT_ALLOWED,
      });
    throw new ChatError('origin-refused', NOT_ALLOWED);
  }
  // An image, a script tag or a prefetch sends no Origin, only these.
  const site = origin === undefined ? (c.req.header('Sec-Fetch-Site') ?? 'none') : 'none';
  const isUnasked = c.req.header('Sec-Fetch-Mode') === 'no-cors' || c.req.header('Sec-Purpose') !== undefined;
  if (isUnasked || (site !== 'same-origin' && site !== 'none'))
    throw new ChatError('origin-refused', 'only a fetch or an EventSource of an allowed origin may ask');
}

function isAllowedOrigin(origin: string, c: AppContext): boolean {
  return origin === new URL(c.req.url).origin || readOrigins(c.env.ALLOWED_ORIGINS).origins.includes(origin);
}
