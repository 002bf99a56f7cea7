import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes, type Token } from 'parse5';

/** What a page may have. */
export interface PageLimits {
  /** Elements in each other, without `html` and `body`. Browsers nest no deeper. */
  readonly depth: number;
  /** Of 2 MB of text, real pages have 25,000 to 60,000. */
  readonly elements: number;
  /** Elements that the parser adds: after `<p><b id="1">` it opens `b` again in each further paragraph. */
  readonly repeated: number;
}

/** For a page of 5 MB, which is the largest that is downloaded. */
export const PAGE_LIMITS: PageLimits = { depth: 512, elements: 100_000, repeated: 10_000 };

/** Thrown to end the parser; the message is for the report. */
class Excess extends Error {}

/** The tree of a page, or in words for the report why it is too much to be read: 5 KB of bold text that is left open would take 2 GB. */
export function parsePage(source: string, limits = PAGE_LIMITS): DefaultTreeAdapterTypes.Document | string {
  try {
    // No script runs, and so what is in `noscript` is read as elements.
    return parse(source, { treeAdapter: countingAdapter(limits), scriptingEnabled: false });
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
