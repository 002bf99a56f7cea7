import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { listOf } from '../env.ts';
import type { AppEnv } from '../ports.ts';

/** Tells browsers which origins may read our answers. It does not stop a request: {@link originGuard} does. */
export const crossOrigin: MiddlewareHandler<AppEnv> = cors({
  origin: (origin, c: Context<AppEnv>) => (isAllowedOrigin(origin, c) ? origin : null),
  allowMethods: ['GET', 'POST'],
  exposeHeaders: ['Retry-After'],
  maxAge: 86_400,
});

/**
 * Refuses, before anything is spent, what a page of another origin made the browser send. Clients outside
 * browsers send neither header and pass: an origin is not a proof of identity.
 */
export const originGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const origin = c.req.header('Origin');
  if (origin !== undefined && !isAllowedOrigin(origin, c)) {
    throw new ChatError('origin-refused', 'this origin is not in ALLOWED_ORIGINS');
  }
  // An image, a script tag or a prefetch sends no Origin, only these.
  const site = origin === undefined ? (c.req.header('Sec-Fetch-Site') ?? 'none') : 'none';
  const isUnasked = c.req.header('Sec-Fetch-Mode') === 'no-cors' || c.req.header('Sec-Purpose') !== undefined;
  if (isUnasked || (site !== 'same-origin' && site !== 'none')) {
    throw new ChatError('origin-refused', 'only a fetch or an EventSource of an allowed origin may ask');
  }
  await next();
};

function isAllowedOrigin(origin: string, c: Context<AppEnv>): boolean {
  return origin === new URL(c.req.url).origin || listOf(c.env.ALLOWED_ORIGINS).includes(origin);
}
