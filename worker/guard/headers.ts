import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../ports.ts';

/** Tells browsers that answers, errors included, are data: never to be run, framed, or taken for another type. */
export const dataHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Strict-Transport-Security', 'max-age=31536000');
  await next();
};
