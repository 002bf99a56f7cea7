import { groupBy } from '../../../knowledge/group-by.ts';
import { TITLE_PARTS, type LeftOut, type WebPage } from './web-page.ts';
import { adoptOrigin, normalize } from './addresses.ts';

/** With fewer pages of one language nothing tells what stands on all of them. */
const MIN_PAGES = 5;
/** A block of text that a greater share of the pages of a language has is no content. */
const MAX_SHARE = 0.5;
/** A part of the title that a greater share of pages has is the name of the site. */
const NAME_SHARE = 0.75;

/** The pages that are kept, and those that are left out. */
export interface Pruned {
  readonly pages: readonly WebPage[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Leaves out pages that are copies: they name another page as canonical, or have the same text. Of pages with the same text the
 * canonical one is kept, else the first. Then removes text that stands on most pages, such as a cookie notice, except on the first
 * of them.
 */
export function prune(all: readonly WebPage[]): Pruned {
  const pages = all.map((page) => ({ ...page, canonical: canonicalOf(page) }));
  const originals = new Set(pages.flatMap(({ url, canonical }) => (url === canonical ? [url] : [])));
  const seen = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  // A page that names itself as canonical comes before one with the same text that does not.
  for (const page of pages.toSorted((a, b) => Number(originals.has(b.url)) - Number(originals.has(a.url)))) {
    const text = textOf(page);
    const same = seen.get(text);
    const reason =
      findReason(page, originals) ?? (same === undefined ? undefined : `the same text as ${same}`);
    if (reason === undefined) seen.set(text, page.url);
    else leftOut.push({ url: page.url, reason });
  }
  const dropped = new Set(leftOut.map(({ url }) => url));
  const kept = withContact(
    withoutSiteName(withoutBoilerplate(pages.filter(({ url }) => !dropped.has(url)))),
    pages,
  );
  const isEmpty = ({ sections }: WebPage): boolean => sections.length === 0;
  const empty = kept.filter(isEmpty).map(({ url }) => ({ url, reason: 'no text of its own' }));
  return { pages: kept.filter((page) => !isEmpty(page)), leftOut: [...leftOut, ...empty] };
}

/**
 * Takes the name of the site out of titles: a part with which most titles begin or end, as in `Tea | Shop` and `Shop – Tea`. Where
 * the heading of a page is only that name, the page gets the title of its window.
 */
function withoutSiteName(pages: readonly WebPage[]): readonly WebPage[] {
  if (pages.length < MIN_PAGES) return pages;
  const partsOf = ({ title }: Pick<WebPage, 'title'>): readonly string[] => title.split(TITLE_PARTS);
  const outer = [0, -1].flatMap((place) => [...groupBy(pages, (page) => partsOf(page).at(place) ?? '')]);
  const isShared = ([, { length }]: (typeof outer)[number]): boolean => length > pages.length * NAME_SHARE;
  const names = new Set(outer.filter(isShared).map(([part]) => part));
  return pages.map((page) => {
    const titles = [page.title, page.windowTitle ?? ''].map((title) =>
      partsOf({ title }).filter((part) => part !== '' && !names.has(part)),
    );
    const own = titles.find(({ length }) => length > 0) ?? [];
    if (own.length === 0 || (own.length === partsOf(page).length && own === titles[0])) return page;
    const title = own.join(' – ');
    const [first, ...rest] = page.sections;
    if (first === undefined || first.heading !== page.title) return { ...page, title };
    return { ...page, title, sections: [{ ...first, heading: title }, ...rest] };
  });
}

/**
 * Adds the lines of headers and footers that tell how to reach the owner to the first page. On a site of several pages, only lines
 * that more than one page has: the footer of a single page may have the address of its author.
 */
function withContact(pages: readonly WebPage[], all: readonly WebPage[]): readonly WebPage[] {
  const [first, ...rest] = pages;
  const groups = groupBy(
    all.flatMap(({ contact = [] }) => contact),
    (line) => line,
  );
  const least = all.length < MIN_PAGES ? 1 : 2;
  const lines = [...groups].flatMap(([line, { length }]) => (length >= least ? line : []));
  if (first === undefined || lines.length === 0) return pages;
  const contact = { heading: 'Contact', anchor: '', blocks: [lines.join('\n')] };
  return [{ ...first, sections: [...first.sections, contact] }, ...rest];
}

/**
 * Why a page is left out: it names another page as canonical. That is not believed where the other page is not of this source, or
 * names a third one.
 */
function findReason(page: WebPage, originals: ReadonlySet<string>): string | undefined {
  const { url, canonical } = page;
  return canonical !== url && originals.has(canonical)
    ? `a copy of ${canonical}, which it names as canonical`
    : undefined;
}

function canonicalOf({ url, canonical }: WebPage): string {
  return adoptOrigin(normalize(canonical) ?? url, url);
}

/**
 * Removes text that stands on most pages, except where it stands first: "free returns for 30 days" on every page of a shop is an
 * answer, too.
 */
function withoutBoilerplate(pages: readonly WebPage[]): readonly WebPage[] {
  const groups = [pages, ...groupBy(pages, ({ language }) => language).values()];
  const boilerplate = new Set(groups.flatMap(findBoilerplate));
  const seen = new Set<string>();
  const isWanted = (block: string): boolean => {
    const isRepeated = boilerplate.has(block) && seen.has(block);
    seen.add(block);
    return !isRepeated;
  };
  return pages.map((page) => {
    const sections = page.sections.map((section) => ({
      ...section,
      blocks: section.blocks.filter(isWanted),
    }));
    return { ...page, sections: sections.filter(({ blocks }) => blocks.length > 0) };
  });
}

/** The blocks of text that most of these pages have. */
function findBoilerplate(pages: readonly WebPage[]): readonly string[] {
  if (pages.length < MIN_PAGES) return [];
  const counts = new Map<string, number>();
  for (const { sections } of pages)
    for (const block of new Set(sections.flatMap(({ blocks }) => blocks)))
      counts.set(block, (counts.get(block) ?? 0) + 1);
  return [...counts].flatMap(([block, count]) => (count > pages.length * MAX_SHARE ? [block] : []));
}

/**
 * The text by which two pages are compared. It is without the targets of links: the same link to a heading is another address on
 * `/` than on `/index.html`.
 */
function textOf({ sections }: WebPage): string {
  const text = sections.flatMap(({ heading, blocks }) => [heading, ...blocks]).join('\n');
  return text.replace(/\]\([^)]*\)/g, ']');
}
