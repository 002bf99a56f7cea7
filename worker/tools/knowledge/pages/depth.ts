import { defaultTreeAdapter, parse } from 'parse5';

/** Thrown to end the parser. */
class TooDeep extends Error {}

/**
 * Whether more than so many elements stand in each other. Told by the parser of jsdom, which is ended there: with the DOM of
 * jsdom it takes seconds for 2,000 open `div`, and four times as long for twice as many.
 */
export function isDeeperThan(limit: number, html: string): boolean {
  // As if `html` and `body` were not there: every page has them.
  let depth = -2;
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      if (++depth > limit) throw new TooDeep();
    },
    onItemPop() {
      depth--;
    },
  };
  try {
    // jsdom runs no scripts, and so reads what is in `noscript`.
    parse(html, { treeAdapter, scriptingEnabled: false });
    return false;
  } catch (error) {
    if (error instanceof TooDeep) return true;
    throw error;
  }
}
