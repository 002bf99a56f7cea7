import { distinctRemoteAddr, expandIPv6 } from 'hono/utils/ipaddr';

/** How much of an expanded IPv6 address names its /56 network, the smallest that a household gets. */
const HOUSEHOLD_LENGTH = '2001:0db8:0000:00'.length;
/** How much of it names the /48 network. A customer of a data centre gets one: 256 networks of the size of a household. */
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
  // An IPv4 address is shorter than that, and stays whole.
  return addressOf(request).slice(0, HOUSEHOLD_LENGTH);
}

/**
 * The origin of the page that asks. Browsers send no `Origin` with a GET to their own origin: then it is the origin of the
 * requested address.
 */
export function originOf(request: Request): string {
  return request.headers.get('Origin') ?? new URL(request.url).origin;
}

/** The first 48 bits of the IPv6 address a request comes from; undefined for any other. */
export function wideNetworkOf(request: Request): string | undefined {
  const address = addressOf(request);
  return address.includes(':') ? address.slice(0, SITE_LENGTH) : undefined;
}

/**
 * The address of the client. IPv6 is written with all its digits; IPv4 that came as IPv6, such as `::ffff:192.0.2.1`, is written as
 * IPv4.
 */
function addressOf(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? 'local';
  if (distinctRemoteAddr(address) !== 'IPv6') return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? expandIPv6(address.toLowerCase());
}
