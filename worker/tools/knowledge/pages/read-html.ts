import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { Section } from '../indexing/passage.ts';
import { anchorOf, textOfHeading } from './anchors.ts';
import { arrangeTables } from './arrange-tables.ts';
import { readContact } from './contact.ts';
import { readDirectives } from './directives.ts';
import { readFaq, unsaidOf } from './faq.ts';
import { findExcess } from './excess.ts';
import { findMain, hasContent, removeFurniture } from './main-content.ts';
import { toSections } from './to-sections.ts';
import { textOf, type Reading, type WebPage } from './web-page.ts';

/** What jsdom finds encodings with; the package has no types. */
const sniffEncoding: (
  body: Uint8Array,
  options: { readonly transportLayerEncodingLabel: string | undefined; readonly defaultEncoding: string },
) => string = createRequire(import.meta.url)('html-encoding-sniffer');

/** Pages that stand for another one lead there at once, or after a few words to read. */
const MAX_REFRESH_TEXT = 80;
const MAX_REFRESH_SECONDS = 10;
const EMPTY_REASON = 'no text';
/** The reason of a page that is there and whose text is not. */
export const SHELL_REASON = 'an application shell: its text is made by scripts in the browser';

/** A page as it came from its server. */
export interface HtmlSource {
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers: Headers;
}

/**
 * Reads a page of HTML in its own encoding: its main content in sections with the anchors of their headings, its language, the
 * address that it names as canonical, and the links that may be followed. No script of it runs and nothing is loaded.
 */
export function readHtml({ url, body, headers }: HtmlSource): Reading {
  const encoding = encodingOf(body, headers);
  const reason = findExcess(new TextDecoder(encoding).decode(body));
  if (reason !== undefined) return { reason, links: [], related: [url] };
  const dom = new JSDOM(Buffer.from(body), {
    url,
    contentType: `text/html; charset=${encoding}`,
    virtualConsole: new VirtualConsole(),
  });
  try {
    return readDocument(dom.window.document, headers);
  } finally {
    dom.window.close();
  }
}

/** The sections of a piece of HTML that is content and nothing else, such as the text of a WordPress page; else why it has none. */
export function readFragment(html: string, url: string, title: string): readonly Section[] | string {
  const reason = findExcess(html);
  if (reason !== undefined) return reason;
  const dom = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  try {
    removeFurniture(dom.window.document);
    arrangeTables(dom.window.document.body);
    return toSections(dom.window.document.body, title);
  } finally {
    dom.window.close();
  }
}

function readDocument(document: Document, headers: Headers): Reading {
  const directives = readDirectives(document, headers);
  const canonical = canonicalOf(document, headers);
  const links = directives.has('nofollow') ? [] : linksOf(document);
  const related = [...translationsOf(document), canonical];
  const refresh = refreshOf(document);
  const head = { url: document.URL, canonical, language: languageOf(document, headers) };
  const hasScripts = document.scripts.length > 0;
  const titleOfHead = textOf(document.querySelector('title'));
  const description = contentOf(document, 'meta[name="description" i]');
  const shared = contentOf(document, 'meta[property="og:title"]');
  const questions = readFaq(document);
  const contact = readContact(document);
  removeFurniture(document);
  // Before Readability, which takes cells out of their tables.
  arrangeTables(document.body);
  const main = findMain(document);
  const isShort = textOf(main).length < MAX_REFRESH_TEXT;
  const found = { links, related, location: isShort ? refresh : undefined };
  if (directives.has('noindex')) return { reason: 'noindex', ...found };
  if (found.location !== undefined) return found;
  if (!hasContent(main) && questions.length === 0)
    return { reason: hasScripts ? SHELL_REASON : EMPTY_REASON, ...found };
  const title = titleOf(main, shared, titleOfHead) || document.URL;
  const sections = withIntro(toSections(main, title), description);
  const page: WebPage = {
    ...head,
    title,
    contact,
    sections: [...sections, ...unsaidOf(questions, sections)],
  };
  return { page, ...found };
}

/** A heading beside the content may be the name of the site, which then stands on every page: the head has a better one. */
function titleOf(main: Element, shared: string, titleOfHead: string): string {
  const own = main.querySelector('h1');
  if (own !== null && textOf(own) !== '') return textOfHeading(own, anchorOf(own, main));
  const besides = textOf(main.ownerDocument.querySelector('h1'));
  return (titleOfHead.startsWith(besides) && besides) || shared || titleOfHead || besides;
}

/** The author's summary of a page is its first text, unless the page begins with it anyway. */
function withIntro(sections: readonly Section[], description: string): readonly Section[] {
  const [first, ...rest] = sections;
  const isSaid = sections.some(({ blocks }) => blocks.some((block) => block.includes(description)));
  if (first === undefined || isSaid) return sections;
  return [{ ...first, blocks: [description, ...first.blocks] }, ...rest];
}

/** By the header, else by the page. Many pages in UTF-8 name it nowhere: bytes that are valid UTF-8 are UTF-8. */
function encodingOf(body: Uint8Array, headers: Headers): string {
  const [, charset] = /charset\s*=\s*["']?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  return sniffEncoding(body, {
    transportLayerEncodingLabel: charset,
    defaultEncoding: isUtf8(body) ? 'UTF-8' : 'windows-1252',
  });
}

function linksOf(document: Document): readonly string[] {
  const anchors = document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]');
  const followed = [...anchors].filter(({ rel }) => !/\bnofollow\b/i.test(rel));
  return [...new Set(followed.map(({ href }) => href))];
}

function translationsOf(document: Document): readonly string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel~="alternate" i][hreflang]');
  return [...links].map(({ href }) => href);
}

/**
 * Where a page soon sends its readers by itself, as a start page does to `/en/`: `<meta http-equiv="refresh" content="0;
 * url=/en/">`. After `900` seconds it is what becomes of a reader who has gone.
 */
function refreshOf(document: Document): string | undefined {
  const meta = document.querySelector('meta[http-equiv="refresh" i]:not(noscript *)');
  const [, seconds, address] =
    /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(meta?.getAttribute('content') ?? '') ?? [];
  const isSoon = Number(seconds) <= MAX_REFRESH_SECONDS;
  const url = address === undefined || !isSoon ? null : URL.parse(address.trim(), document.baseURI);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** By the page's head, else by the header `Link: <https://…>; rel="canonical"`. */
function canonicalOf(document: Document, headers: Headers): string {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="canonical" i][href]')?.href;
  const [, header] = /<([^>]*)>[^,]*rel="?canonical"?/i.exec(headers.get('link') ?? '') ?? [];
  return link || (header !== undefined && URL.parse(header, document.URL)?.href) || document.URL;
}

function languageOf(document: Document, headers: Headers): string {
  const declared =
    document.documentElement.lang ||
    contentOf(document, 'meta[http-equiv="content-language" i]') ||
    (headers.get('content-language') ?? '');
  try {
    return Intl.getCanonicalLocales(declared.split(',')[0]?.trim() || [])[0] ?? '';
  } catch (error) {
    // `<html lang="de_AT">` is no tag of BCP 47.
    if (error instanceof RangeError) return '';
    throw error;
  }
}

function contentOf(document: Document, selector: string): string {
  return (document.querySelector(selector)?.getAttribute('content') ?? '').replace(/\s+/g, ' ').trim();
}
