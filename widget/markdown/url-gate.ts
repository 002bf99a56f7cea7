import type { MarkdownPolicy } from './policy.ts';

/** On a server, where relative addresses have no page: they stay as they are written. */
const SERVER_BASE = 'https://page.invalid/';
const page: Partial<Pick<Window, 'document' | 'location'>> = globalThis;
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** An address that has passed the gate, as it is put into `href` and as it is resolved. */
export interface GatedUrl {
  readonly href: string;
  readonly url: URL;
}

/** The attributes of a link to an address that has passed the gate. */
export interface LinkAttributes {
  readonly href: string;
  readonly rel: string;
  /** For other origins, which open in a new tab. */
  readonly target?: '_blank';
}

/**
 * The attributes of a link to an address that an answer or a source names; `undefined` where the address is not http,
 * https, mailto, tel or relative to a web page. Relative addresses become absolute under a `baseUrl`.
 *
 * @example
 * linkAttributes('https://other.example');
 * // { href: 'https://other.example', rel: 'noopener noreferrer nofollow', target: '_blank' }
 * linkAttributes('javascript:alert(1)'); // undefined
 */
export function linkAttributes(value: string, policy: MarkdownPolicy = {}): LinkAttributes | undefined {
  const gated = gateUrl(value, policy);
  return gated && attributesOf(gated);
}

/** The address that an answer or a source names, where links may lead there. */
export function gateUrl(value: string, policy: MarkdownPolicy): GatedUrl | undefined {
  const url = value ? resolve(value, policy) : undefined;
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) return undefined;
  const isSame = policy.baseUrl === undefined || url.href === resolve(value, {})?.href;
  return { href: isSame ? value : url.href, url };
}

/** The attributes of a link to an address. */
export function attributesOf({ href, url }: GatedUrl): LinkAttributes {
  const isForeign = url.host !== '' && url.origin !== ownOrigin();
  return { href, rel: 'noopener noreferrer nofollow', ...(isForeign && { target: '_blank' }) };
}

/** The address of a picture that the site's owner names; `undefined` where neither the page's origin nor a source allows it. */
export function gatePicture(value: string, sources: readonly string[]): string | undefined {
  return imageAddress(value, { imageSources: [location.origin, ...sources] });
}

/** The address of an image that may load; `undefined` where the policy does not allow it. */
export function imageAddress(value: string, policy: MarkdownPolicy): string | undefined {
  const url = value ? resolve(value, policy) : undefined;
  return url && isImageSource(url, policy) ? url.href : undefined;
}

function resolve(value: string, { baseUrl }: MarkdownPolicy): URL | undefined {
  return parseUrl(value, baseUrl ?? page.document?.baseURI ?? SERVER_BASE);
}

function ownOrigin(): string {
  return page.location?.origin ?? new URL(SERVER_BASE).origin;
}

function parseUrl(value: string, base?: string): URL | undefined {
  return URL.canParse(value, base) ? new URL(value, base) : undefined;
}

function isImageSource(url: URL, { imageSources = [] }: MarkdownPolicy): boolean {
  if (url.username || url.password) return false;
  return imageSources.some((source) => {
    const allowed = parseUrl(source);
    if (!allowed || !/^https?:/.test(allowed.protocol) || allowed.origin !== url.origin) return false;
    const prefix = allowed.pathname.replace(/\/?$/, '/');
    // An encoded slash can lead out of the folder on servers that decode before they resolve.
    return prefix === '/' || (`${url.pathname}/`.startsWith(prefix) && !/%(?:2f|5c)/i.test(url.pathname));
  });
}
