import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../ports.ts';

/** Our answers are data: nothing in them is ever to be run, framed, or taken for another type. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
};

/** Tells browsers what they must not do with an answer, an error included. */
export const dataHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  await next();
};
