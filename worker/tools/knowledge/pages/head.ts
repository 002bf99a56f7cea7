import { html } from 'parse5';
import { ancestorsOf, attributeOf, collapse, hasAttribute, textOf, type Element } from './tree.ts';

/** After `900` seconds a page sends those away who have gone, and not its readers. */
const MAX_REFRESH_SECONDS = 10;

/** What a page says about itself beside its text. Addresses are absolute, texts empty where it does not say. */
export interface PageHead {
  /** What its addresses are relative to. */
  readonly base: string;
  /** The address that it names as its own; without one, where it was read. */
  readonly canonical: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  /** The title where the page is shared. */
  readonly sharedTitle: string;
  readonly siteName: string;
  /** The author's summary. */
  readonly description: string;
  /** Where it soon sends its readers by itself. */
  readonly refresh: string | undefined;
  readonly links: readonly string[];
  readonly translations: readonly string[];
}

/** Reads the head of a page from all its elements, and from the headers of its answer. */
export function readHead(elements: readonly Element[], url: string, headers: Headers): PageHead {
  const named = (name: string): readonly Element[] =>
    elements.filter(({ tagName, namespaceURI }) => tagName === name && namespaceURI === html.NS.HTML);
  const metas = named('meta');
  const links = named('link').filter((each) => attributeOf(each, 'href') !== '');
  const contentOf = (attribute: string, value: string): string => {
    const meta = metas.find((each) => attributeOf(each, attribute).toLowerCase() === value);
    return meta === undefined ? '' : collapse(attributeOf(meta, 'content')).trim();
  };
  const [baseElement] = named('base').filter((each) => hasAttribute(each, 'href'));
  const base = (baseElement && URL.parse(attributeOf(baseElement, 'href'), url)?.href) ?? url;
  const addressesOf = (found: readonly Element[]): readonly string[] =>
    found.flatMap((each) => URL.parse(attributeOf(each, 'href'), base)?.href ?? []);
  const [, inHeader] = /<([^>]*)>[^,]*rel="?canonical"?/i.exec(headers.get('link') ?? '') ?? [];
  const canonical = links.filter((each) => hasWord(each, 'rel', 'canonical'));
  const refresh = metas.find(
    (each) => attributeOf(each, 'http-equiv').toLowerCase() === 'refresh' && !isWithoutScripts(each),
  );
  return {
    base,
    canonical: addressesOf(canonical)[0] ?? (inHeader && URL.parse(inHeader, base)?.href) ?? url,
    language: languageOf(
      named('html').map((each) => attributeOf(each, 'lang'))[0] ||
        contentOf('http-equiv', 'content-language') ||
        (headers.get('content-language') ?? ''),
    ),
    title: textOf(named('title')[0]),
    sharedTitle: contentOf('property', 'og:title'),
    siteName: contentOf('property', 'og:site_name'),
    description: contentOf('name', 'description'),
    refresh: refresh && refreshOf(attributeOf(refresh, 'content'), base),
    links: addressesOf([...named('a'), ...named('area')].filter(isFollowed)),
    translations: addressesOf(
      links.filter((each) => hasWord(each, 'rel', 'alternate') && hasAttribute(each, 'hreflang')),
    ),
  };
}

function isFollowed(link: Element): boolean {
  return hasAttribute(link, 'href') && !hasWord(link, 'rel', 'nofollow');
}

function hasWord(element: Element, attribute: string, word: string): boolean {
  return attributeOf(element, attribute).toLowerCase().split(/\s+/).includes(word);
}

function isWithoutScripts(element: Element): boolean {
  return ancestorsOf(element).some(({ tagName }) => tagName === 'noscript');
}

/** As a start page sends to `/en/`: `<meta http-equiv="refresh" content="0; url=/en/">`. */
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
