import { namesOtherAddress, shownText } from './named-addresses.ts';
import { isNoteLink } from './notes.ts';
import type { MarkdownPolicy } from './policy.ts';

/** On a server, where relative addresses have no page: they stay as they are written. */
const SERVER_BASE = 'https://page.invalid/';
const page: Partial<Pick<Window, 'document' | 'location'>> = globalThis;
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** An address that has passed the gate, as it is put into `href` and as it is resolved. */
interface GatedUrl {
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

/** What a link gets: its attributes, and the words of the note beside its text, if it needs one. */
export interface GatedLink {
  readonly attributes: LinkAttributes;
  readonly note: string;
}

/**
 * A link with this text, or `undefined` where its address is refused. Text that reads like another site's address gets the real
 * one beside it: `[bank.example](https://evil.example)` is shown as "bank.example (evil.example)".
 */
export function describeLink(value: string, text: string, policy: MarkdownPolicy): GatedLink | undefined {
  const gated = gateUrl(value, policy);
  if (!gated) return undefined;
  const { host, pathname } = gated.url;
  const note = namesOtherAddress(text, gated.url) ? ` (${host || pathname})` : '';
  return { attributes: attributesOf(gated), note };
}

/** Gives an `<a>` the attributes of a link and its note, or takes its `href` away. */
export function gateLink(link: HTMLAnchorElement, policy: MarkdownPolicy): void {
  const href = link.getAttribute('href') ?? '';
  if (isNoteLink(href)) return;
  const gated = describeLink(href, shownText(link), policy);
  if (gated === undefined) {
    link.removeAttribute('href');
    return;
  }
  for (const [name, value] of Object.entries(gated.attributes)) link.setAttribute(name, value);
  if (!gated.note) return;
  const note = link.ownerDocument.createElement('small');
  // Apart from the direction of the link's text, which may be turned by a control character.
  note.dir = 'ltr';
  note.textContent = gated.note;
  link.append(note);
}

function gateUrl(value: string, policy: MarkdownPolicy): GatedUrl | undefined {
  const url = value ? resolve(value, policy) : undefined;
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) return undefined;
  const isSame = policy.baseUrl === undefined || url.href === resolve(value, {})?.href;
  return { href: isSame ? value : url.href, url };
}

function attributesOf({ href, url }: GatedUrl): LinkAttributes {
  const isForeign = url.host !== '' && url.origin !== ownOrigin();
  return { href, rel: 'noopener noreferrer nofollow', ...(isForeign && { target: '_blank' }) };
}

/**
 * The node that stands for an image: an `<img>` where its source is allowed, else a link that loads
 * nothing, else (inside a link, or without a usable address) its alternative text.
 */
export function createImage(
  { src, alt, title }: { src: string; alt: string; title: string },
  policy: MarkdownPolicy,
  isInLink: boolean,
): Node {
  const address = imageAddress(src, policy);
  const node = document.createElement(address === undefined ? 'a' : 'img');
  if (title) node.title = title;
  if (node instanceof HTMLImageElement) {
    node.alt = alt;
    // Before `src`, which starts the request.
    node.referrerPolicy = 'no-referrer';
    node.loading = 'lazy';
    node.src = address ?? '';
    return node;
  }
  if (isInLink || !/^https?:/.test(gateUrl(src, policy)?.url.protocol ?? ''))
    return document.createTextNode(alt);
  node.textContent = alt || src;
  node.setAttribute('href', src);
  gateLink(node, policy);
  return node;
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
