/** Sections that are shown of one page. */
export const MAX_HEADINGS = 3;

/**
 * What the score of a passage of the page one is on counts more: it comes before its equals. With 1.05 the right page gave four answers of
 * 232 a place among three, and a wrong page that had just missed it took four away; with 1.02 they are two and one.
 */
export const PAGE_BOOST = 1.02;

/**
 * Whether two addresses are of one page: by their paths, as documents may be read on another host than the page.
 *
 * @example
 * isSamePage('https://shop.example/docs/Returns/index.html?a#b', '/docs/returns'); // true
 */
export function isSamePage(url: string, page: string): boolean {
  const path = pathOf(page);
  return path !== '' && pathOf(url) === path;
}

/** Empty for the first page of a site, and for what is no address. */
function pathOf(url: string): string {
  const base = 'https://site.invalid/';
  if (!URL.canParse(url, base)) return '';
  const { pathname } = new URL(url, base);
  return pathname.toLowerCase().replace(/(?:\/index)?(?:\.html?)?\/*$/, '');
}
