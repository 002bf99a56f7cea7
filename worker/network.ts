import { distinctRemoteAddr, expandIPv6 } from 'hono/utils/ipaddr';

/** Hexadecimal digits and colons of an expanded IPv6 address that make a /56, the smallest a household gets. */
const HOUSEHOLD_LENGTH = '2001:0db8:0000:00'.length;
/** Hexadecimal digits and colons that make a /48, which one customer of a data centre gets: 256 networks of the size of a household. */
const SITE_LENGTH = '2001:0db8:0000'.length;

/**
 * The network a request comes from: an IPv4 address, or the first 56 bits of an IPv6 one; `local` without any.
 *
 * @example
 * const headers = { 'CF-Connecting-IP': '2001:db8:1:2ab::1' };
 * networkOf(new Request('https://a.example', { headers })); // '2001:0db8:0001:02'
 * networkOf(new Request('https://a.example')); // 'local'
 */
export function networkOf(request: Request): string {
  // An IPv4 address is shorter.
  return addressOf(request).slice(0, HOUSEHOLD_LENGTH);
}

/** The origin that asks: without an `Origin` header, which browsers leave out of a GET to their own origin, the request's own. */
export function originOf(request: Request): string {
  return request.headers.get('Origin') ?? new URL(request.url).origin;
}

/** The first 48 bits of the IPv6 address a request comes from; undefined for any other. */
export function wideNetworkOf(request: Request): string | undefined {
  const address = addressOf(request);
  return address.includes(':') ? address.slice(0, SITE_LENGTH) : undefined;
}

/** IPv6 addresses in full; an IPv4 address that is written as IPv6, such as `::ffff:192.0.2.1`, as IPv4. */
function addressOf(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? 'local';
  if (distinctRemoteAddr(address) !== 'IPv6') return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? expandIPv6(address.toLowerCase());
}
