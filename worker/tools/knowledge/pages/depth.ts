/** Elements without an end tag, or whose end tag authors leave out, or that browsers end by themselves: `<p>One<p>Two`. */
const FLAT = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'html head body p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rp rt ' +
    'a b big code em font i nobr s small strike strong tt u'
  ).split(' '),
);
/**
 * A comment, an element whose content is text, or a tag. Each alternative may end with the page, so that none is tried twice:
 * the time is linear in the length.
 */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<(script|style|title|textarea|xmp|iframe|noembed|noframes)(?=[\s/>])[^]*?(?:<\/\1|$)|<(\/?)([a-z][^\s/>]*)(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*(?:>|$)/gi;

/**
 * Whether more than so many elements stand in each other, told from the text of a page before it is parsed: parsers take
 * seconds for 2,000 open `div`, and four times as long for twice as many.
 */
export function isDeeperThan(limit: number, html: string): boolean {
  const open: string[] = [];
  const counts = new Map<string, number>();
  const countOf = (name: string): number => counts.get(name) ?? 0;
  for (const [tag, , slash, given] of html.matchAll(MARKUP)) {
    const name = given?.toLowerCase();
    if (name === undefined || FLAT.has(name)) continue;
    // In a picture `<path/>` is whole; in HTML `<div/>` is an open `div`.
    const isWhole = tag.endsWith('/>') && countOf('svg') + countOf('math') > 0;
    if (slash === '' && !isWhole) {
      counts.set(name, countOf(name) + 1);
      if (open.push(name) > limit) return true;
    } else if (slash !== '' && countOf(name) > 0) {
      // `</div>` ends a `span` in it that was left open, too.
      for (let last = open.pop(); last !== undefined; last = last === name ? undefined : open.pop())
        counts.set(last, countOf(last) - 1);
    }
  }
  return false;
}
