import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import { plainOf } from '../../../../widget/protocol/plain-text.ts';
import { anchorOf, textOfHeading } from './anchors.ts';
import { readContact } from './contact.ts';
import { readDirectives } from './directives.ts';
import { readFaq, missingFrom } from './faq.ts';
import { readHead, type PageHead } from './head.ts';
import { removeFurniture } from './furniture.ts';
import { findMain, hasContent, LANDMARKS } from './main-content.ts';
import { parsePage } from './parse-page.ts';
import { reveal } from './reveal.ts';
import { findAll, has, matches } from './selectors.ts';
import { toSections } from './to-sections.ts';
import { makeElement, textOf, type Element, type Parent } from './tree.ts';
import { TITLE_PARTS, type PageReading, type Section } from './web-page.ts';

/** Finds the encoding of a page as the HTML standard says. The package has no types. */
const sniffEncoding: (
  body: Uint8Array,
  options: { readonly transportLayerEncodingLabel: string | undefined; readonly defaultEncoding: string },
) => string = createRequire(import.meta.url)('html-encoding-sniffer');

/** A page that only redirects has less text than this. A page with more text is read, even if it redirects by itself. */
const MAX_REFRESH_TEXT = 80;
const EMPTY_REASON = 'no text';
/** Why a page is left out whose text is not in its HTML. */
export const SHELL_REASON = 'an application shell: its text is made by scripts in the browser';

/** A page as it came from its server. */
export interface HtmlSource {
  readonly url: string;
  /** The title of a page that has none; its address unless given. */
  readonly name?: string;
  readonly body: Uint8Array;
  readonly headers: Headers;
}

/**
 * Reads a page of HTML in its own encoding: its main content in sections with the anchors of their headings, its language, the
 * address that it names as canonical, and the links that may be followed. No script of it runs and nothing is loaded.
 */
export function readHtml({ url, name = url, body, headers }: HtmlSource): PageReading {
  const document = parsePage(new TextDecoder(encodingOf(body, headers)).decode(body));
  if (typeof document === 'string') return { reason: document, links: [], related: [url] };
  reveal(document);
  const head = readHead(document, url, headers);
  const directives = readDirectives(document, headers);
  const questions = readFaq(document);
  const contact = readContact(document);
  const hasScripts = has(document, 'script');
  const heading = textOf(findAll(document, 'h1').find((each) => textOf(each) !== ''));
  removeFurniture(document);
  resolveLinks(document, head.base);
  const main = findMain(bodyOf(document));
  const found = {
    links: directives.has('nofollow') ? [] : [...new Set(head.links)],
    related: [...head.translations, head.canonical],
    location: textOf(main).length < MAX_REFRESH_TEXT ? head.refresh : undefined,
  };
  if (directives.has('noindex')) return { reason: 'noindex', ...found };
  if (found.location !== undefined) return found;
  const isEmpty = hasScripts ? !hasContent(main) : textOf(main) === '';
  if (isEmpty && questions.length === 0)
    return { reason: hasScripts ? SHELL_REASON : EMPTY_REASON, ...found };
  const title = titleOf(main, heading, head) || name;
  const sections = withIntro(toSections(main, title), head.description);
  const { canonical, language } = head;
  const all = [...sections, ...missingFrom(questions, sections)];
  const page = { url, canonical, language, title, windowTitle: head.title, contact, sections: all };
  return { page, ...found };
}

/** The sections of a piece of HTML that is content and nothing else, such as the text of a WordPress page; else why it has none. */
export function readFragment(source: string, url: string, title: string): readonly Section[] | string {
  const document = parsePage(source);
  if (typeof document === 'string') return document;
  reveal(document);
  removeFurniture(document);
  resolveLinks(document, url);
  return toSections(bodyOf(document), title);
}

function bodyOf(document: Parent): Element {
  return findAll(document, 'body')[0] ?? makeElement('body', []);
}

/** Makes links absolute, since passages are shown on other pages. Links such as `javascript:` become empty. */
function resolveLinks(document: Parent, base: string): void {
  for (const { attrs } of findAll(document, 'a[href]'))
    for (const attribute of attrs) {
      if (attribute.name !== 'href') continue;
      const address = URL.parse(attribute.value, base)?.href ?? '';
      attribute.value = /^(?:https?:|mailto:|tel:)/.test(address) ? address : '';
    }
}

/**
 * The title of a page: the heading of its content. Where that may be the name of the site, it is a title in the head of the page.
 */
function titleOf(main: Element, first: string, { title, sharedTitle, siteName }: PageHead): string {
  const parts = title.split(TITLE_PARTS);
  const isOfSite = (text: string): boolean =>
    text === siteName || (!matches(main, LANDMARKS) && parts.length > 1 && text === parts.at(-1));
  const own = findAll(main, 'h1').find((each) => textOf(each) !== '');
  if (own && !isOfSite(textOf(own))) return textOfHeading(own, anchorOf(own, main));
  const ownParts = parts.filter((part) => !isOfSite(part));
  const inHead = ownParts.length < parts.length && ownParts.length > 0 ? ownParts.join(' – ') : title;
  return (!isOfSite(first) && title.startsWith(first) && first) || sharedTitle || inHead || first;
}

/** Puts the author's summary of a page before its text, unless the text has it already. */
function withIntro(sections: readonly Section[], description: string): readonly Section[] {
  const [first, ...rest] = sections;
  const beginning = sections.slice(0, 2).flatMap(({ blocks }) => blocks);
  const isSaid =
    plainOf(beginning.join('\n\n')).includes(description) ||
    sections.some(({ blocks }) => blocks.some((block) => block.includes(description)));
  if (first === undefined || isSaid) return sections;
  return [{ ...first, blocks: [description, ...first.blocks] }, ...rest];
}

/**
 * The encoding of a page: that of its header, else the one that it names. Many pages in UTF-8 name none: bytes that are valid UTF-8
 * are UTF-8.
 */
function encodingOf(body: Uint8Array, headers: Headers): string {
  const [, charset] = /charset\s*=\s*["']?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? [];
  return sniffEncoding(body, {
    transportLayerEncodingLabel: charset,
    defaultEncoding: isUtf8(body) ? 'UTF-8' : 'windows-1252',
  });
}
