import { distinctRemoteAddr, expandIPv6 } from 'hono/utils/ipaddr';

/** Hexadecimal digits and colons of an expanded IPv6 address that make a /56, the smallest a household gets. */
const PREFIX_LENGTH = '2001:0db8:0000:00'.length;

/** The network a request comes from: an IPv4 address, or the first 56 bits of an IPv6 one; `local` without any. */
export function networkOf(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? 'local';
  if (distinctRemoteAddr(address) !== 'IPv6') return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? expandIPv6(address.toLowerCase()).slice(0, PREFIX_LENGTH);
}
