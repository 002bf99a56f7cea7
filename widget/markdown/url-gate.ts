import type { MarkdownPolicy } from './policy.ts';

/** The base for relative addresses on a server, which has no page: they stay as written. */
const SERVER_BASE = 'https://page.invalid/';
const page: Partial<Pick<Window, 'document' | 'location'>> = globalThis;
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The attributes of a link to an allowed address. */
export interface LinkAttributes {
  readonly href: string;
  readonly rel: string;
  /** Set for other origins, so that they open in a new tab. */
  readonly target?: '_blank';
}

/** An address that passed the check. */
export interface GatedUrl {
  readonly url: URL;
  readonly attributes: LinkAttributes;
}

/**
 * The attributes of a link to an address in an answer or a source; `undefined` unless the address is http, https, mailto, tel,
 * or relative to a web page. With `baseUrl`, relative addresses become absolute.
 *
 * @example
 * linkAttributes('https://other.example');
 * // { href: 'https://other.example', rel: 'noopener noreferrer nofollow', target: '_blank' }
 * linkAttributes('javascript:alert(1)'); // undefined
 */
export function linkAttributes(value: string, policy: MarkdownPolicy = {}): LinkAttributes | undefined {
  return gateUrl(value, policy)?.attributes;
}

/** An address in an answer or a source, if links may lead there. */
export function gateUrl(value: string, policy: MarkdownPolicy): GatedUrl | undefined {
  const url = resolve(value, policy);
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) return undefined;
  const isSame = policy.baseUrl === undefined || url.href === resolve(value, {})?.href;
  const isForeign = url.host !== '' && url.origin !== ownOrigin();
  const href = isSame ? value : url.href;
  const rel = 'noopener noreferrer nofollow';
  return { url, attributes: { href, rel, ...(isForeign && { target: '_blank' }) } };
}

/**
 * The address of a picture that the site's owner has set; `undefined` unless it is on the page's origin or an allowed source.
 */
export function gatePicture(value: string, sources: readonly string[]): string | undefined {
  return imageAddress(value, { imageSources: [location.origin, ...sources] });
}

/** The address of an image, if the policy allows it to load. */
export function imageAddress(value: string, policy: MarkdownPolicy): string | undefined {
  const url = resolve(value, policy);
  return url && isImageSource(url, policy) ? url.href : undefined;
}

function resolve(value: string, { baseUrl }: MarkdownPolicy): URL | undefined {
  return value ? parseUrl(value, baseUrl ?? page.document?.baseURI ?? SERVER_BASE) : undefined;
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
    // An encoded slash can lead out of the folder, on servers that decode before they resolve `..`.
    return prefix === '/' || (`${url.pathname}/`.startsWith(prefix) && !/%(?:2f|5c)/i.test(url.pathname));
  });
}
