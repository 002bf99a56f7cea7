/**
 * Seconds from a `Retry-After` header: a number of seconds or an HTTP date (RFC 9110, section 10.2.3). Undefined
 * when it is missing or neither.
 * @param now milliseconds since the epoch
 *
 * @example
 * readRetryAfter('120', 0); // 120
 * readRetryAfter('Thu, 01 Jan 1970 00:00:09 GMT', 0); // 9
 * readRetryAfter('-5', 0); // undefined
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  // `Date.parse` takes "-5" and "1.5" for years; a real HTTP date has a month's name.
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}
