import { defaultTreeAdapter, parse, type Token } from 'parse5';

/** What a page may have. */
export interface PageLimits {
  /** Elements in each other, without `html` and `body`. Browsers nest no deeper. */
  readonly depth: number;
  /** Of 2 MB of text, real pages have 25,000 to 60,000; one takes jsdom about 10 KB, and half a millisecond to read. */
  readonly elements: number;
  /** Elements that the parser adds: after `<p><b id="1">` it opens `b` again in each further paragraph. */
  readonly repeated: number;
}

/** For a page of 5 MB, which is the largest that is downloaded. */
export const PAGE_LIMITS: PageLimits = { depth: 512, elements: 100_000, repeated: 10_000 };

/** Thrown to end the parser; the message is for the report. */
class Excess extends Error {}

/**
 * Why a page is too much to be read, in words for the report; undefined where it is not. Told by the parser of jsdom, which is
 * ended there: with the DOM of jsdom, 5 KB of bold text that is left open take 2 GB and minutes.
 */
export function findExcess(html: string, limits = PAGE_LIMITS): string | undefined {
  try {
    // jsdom runs no scripts, and so reads what is in `noscript`.
    parse(html, { treeAdapter: countingAdapter(limits), scriptingEnabled: false });
    return undefined;
  } catch (error) {
    if (error instanceof Excess) return error.message;
    throw error;
  }
}

function countingAdapter({ depth, elements, repeated }: PageLimits): typeof defaultTreeAdapter {
  // As if `html` and `body` were not there: every page has them.
  let open = -2;
  let made = 0;
  let again = 0;
  const known = new WeakSet<Token.Attribute[]>();
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      if (++made > elements) throw new Excess(`more than ${elements} elements`);
      // parse5 gives a repeated element the very list of attributes of the first one.
      if (known.has(attributes) && ++again > repeated)
        throw new Excess(
          `formatting that is never closed, such as <${name}>, repeated more than ${repeated} times`,
        );
      known.add(attributes);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      if (++open > depth) throw new Excess(`elements in each other, more than ${depth} deep`);
    },
    onItemPop() {
      open--;
    },
  };
}
