import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import { plainOf } from '../../../../widget/protocol/plain-text.ts';
import { anchorOf, textOfHeading } from './anchors.ts';
import { readContact } from './contact.ts';
import { readDirectives } from './directives.ts';
import { readFaq, unsaidOf } from './faq.ts';
import { readHead, type PageHead } from './head.ts';
import { removeFurniture } from './furniture.ts';
import { findMain, hasContent, LANDMARKS } from './main-content.ts';
import { parsePage } from './parse-page.ts';
import { reveal } from './reveal.ts';
import { findAll, has, matches } from './selectors.ts';
import { toSections } from './to-sections.ts';
import { makeElement, textOf, type Element, type Parent } from './tree.ts';
import { TITLE_PARTS, type Reading, type Section } from './web-page.ts';

/** The algorithm of the HTML standard; the package has no types. */
const sniffEncoding: (
  body: Uint8Array,
  options: { readonly transportLayerEncodingLabel: string | undefined; readonly defaultEncoding: string },
) => string = createRequire(import.meta.url)('html-encoding-sniffer');

/** Pages that stand for another one lead there at once, or after a few words to read. */
const MAX_REFRESH_TEXT = 80;
const EMPTY_REASON = 'no text';
/** The reason of a page that is there and whose text is not. */
export const SHELL_REASON = 'an application shell: its text is made by scripts in the browser';

/** A page as it came from its server. */
export interface HtmlSource {
  readonly url: string;
  /** What it is called where it has no title; its address, if it has no name. */
  readonly name?: string;
  readonly body: Uint8Array;
  readonly headers: Headers;
}

/**
 * Reads a page of HTML in its own encoding: its main content in sections with the anchors of their headings, its language, the
 * address that it names as canonical, and the links that may be followed. No script of it runs and nothing is loaded.
 */
export function readHtml({ url, name = url, body, headers }: HtmlSource): Reading {
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
  const all = [...sections, ...unsaidOf(questions, sections)];
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

/** Links of passages lead there from any page; those to scripts nowhere. */
function resolveLinks(document: Parent, base: string): void {
  for (const { attrs } of findAll(document, 'a[href]'))
    for (const attribute of attrs) {
      if (attribute.name !== 'href') continue;
      const address = URL.parse(attribute.value, base)?.href ?? '';
      attribute.value = /^(?:https?:|mailto:|tel:)/.test(address) ? address : '';
    }
}

/** The heading of the content. Where that, or one beside it, may be the name of the site, the head has a better one. */
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

/** The author's summary of a page is its first text, unless the page begins with it anyway. */
function withIntro(sections: readonly Section[], description: string): readonly Section[] {
  const [first, ...rest] = sections;
  const beginning = sections.slice(0, 2).flatMap(({ blocks }) => blocks);
  const isSaid =
    plainOf(beginning.join('\n\n')).includes(description) ||
    sections.some(({ blocks }) => blocks.some((block) => block.includes(description)));
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
