import { findAll, findAround } from './selectors.ts';
import { attributeOf, collapse, hasAttribute, textOf, type Element, type Parent } from './tree.ts';

/**
 * A page that redirects after more seconds, such as 900, does so to visitors who have gone. Readers of the page are not redirected.
 */
const MAX_REFRESH_SECONDS = 10;

/** What a page says about itself beside its text. Addresses are absolute; texts are empty where the page does not say. */
export interface PageHead {
  /** The address against which the addresses on the page are resolved. */
  readonly base: string;
  /** The address that the page names as its own; where it names none, the address at which it was read. */
  readonly canonical: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  /** The title where the page is shared. */
  readonly sharedTitle: string;
  readonly siteName: string;
  /** The author's summary. */
  readonly description: string;
  /** The address to which the page soon redirects by itself. */
  readonly refresh: string | undefined;
  readonly links: readonly string[];
  readonly translations: readonly string[];
}

/** Reads the head of a page, and the headers of its answer. */
export function readHead(document: Parent, url: string, headers: Headers): PageHead {
  const valueOf = (selector: string, name = 'content'): string =>
    collapse(attributeOf(findAll(document, selector)[0], name)).trim();
  const links = findAll(document, 'link[href]');
  const base = URL.parse(valueOf('base[href]', 'href'), url)?.href ?? url;
  const addressesOf = (found: readonly Element[]): readonly string[] =>
    found.flatMap((each) => URL.parse(attributeOf(each, 'href'), base)?.href ?? []);
  const [, inHeader] = /<([^>]*)>[^,]*rel="?canonical"?/i.exec(headers.get('link') ?? '') ?? [];
  const canonical = links.filter((each) => hasWord(each, 'rel', 'canonical'));
  const refresh = findAll(document, 'meta[http-equiv="refresh"]').find(
    (each) => !findAround(each, 'noscript'),
  );
  return {
    base,
    canonical: addressesOf(canonical)[0] ?? (inHeader && URL.parse(inHeader, base)?.href) ?? url,
    language: languageOf(
      valueOf('html', 'lang') ||
        valueOf('meta[http-equiv="content-language"]') ||
        (headers.get('content-language') ?? ''),
    ),
    title: textOf(findAll(document, 'title').find((each) => !findAround(each, 'svg'))),
    sharedTitle: valueOf('meta[property="og:title"]'),
    siteName: valueOf('meta[property="og:site_name"]'),
    description: valueOf('meta[name="description"]'),
    refresh: refreshOf(attributeOf(refresh, 'content'), base),
    links: addressesOf(
      findAll(document, 'a[href], area[href]').filter((each) => !hasWord(each, 'rel', 'nofollow')),
    ),
    translations: addressesOf(
      links.filter((each) => hasWord(each, 'rel', 'alternate') && hasAttribute(each, 'hreflang')),
    ),
  };
}

function hasWord(element: Element, attribute: string, word: string): boolean {
  return attributeOf(element, attribute).toLowerCase().split(/\s+/).includes(word);
}

/** The target of a redirect such as that of a start page to `/en/`: `<meta http-equiv="refresh" content="0; url=/en/">`. */
function refreshOf(content: string, base: string): string | undefined {
  const [, seconds, address] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(content) ?? [];
  const isSoon = Number(seconds) <= MAX_REFRESH_SECONDS;
  const url = address === undefined || !isSoon ? null : URL.parse(address.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function languageOf(declared: string): string {
  try {
    return Intl.getCanonicalLocales(declared.split(',')[0]?.trim() || [])[0] ?? '';
  } catch (error) {
    // `<html lang="de_AT">` is no tag of BCP 47.
    if (error instanceof RangeError) return '';
    throw error;
  }
}
