import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes, type Token } from 'parse5';

/** What a page may have at most. */
export interface PageLimits {
  /** How deep elements are nested, `html` and `body` not counted. Browsers nest no deeper than 512. */
  readonly depth: number;
  /** How many elements a page has. Real pages with 2 MB of text have 25,000 to 60,000. */
  readonly elements: number;
  /** How many elements the parser repeats: where `<p><b id="1">` is never closed, it opens `b` again in each further paragraph. */
  readonly repeated: number;
}

/** The limits for pages of up to 5 MB: larger ones are not downloaded. */
export const PAGE_LIMITS: PageLimits = { depth: 512, elements: 100_000, repeated: 10_000 };

/** Thrown to stop the parser. The message is for the report. */
class PageTooLarge extends Error {}

/**
 * Parses a page. Returns its tree, or a sentence for the report where the page has too much: 5 KB of bold text that is never closed
 * would take 2 GB.
 */
export function parsePage(source: string, limits = PAGE_LIMITS): DefaultTreeAdapterTypes.Document | string {
  try {
    // Without scripts, what is in `noscript` is parsed as elements.
    return parse(source, { treeAdapter: countingAdapter(limits), scriptingEnabled: false });
  } catch (error) {
    if (error instanceof PageTooLarge) return error.message;
    throw error;
  }
}

function countingAdapter({ depth, elements, repeated }: PageLimits): typeof defaultTreeAdapter {
  // `html` and `body`, which every page has, do not count.
  let open = -2;
  let made = 0;
  let again = 0;
  const known = new WeakSet<Token.Attribute[]>();
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      if (++made > elements) throw new PageTooLarge(`more than ${elements} elements`);
      // parse5 gives a repeated element the very list of attributes of the first one.
      if (known.has(attributes) && ++again > repeated)
        throw new PageTooLarge(
          `formatting that is never closed, such as <${name}>, repeated more than ${repeated} times`,
        );
      known.add(attributes);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      if (++open > depth) throw new PageTooLarge(`elements in each other, more than ${depth} deep`);
    },
    onItemPop() {
      open--;
    },
  };
}
