import type { Token } from 'marked';
import { htmlUse, toUnsafeHtml } from './html.ts';
import type { MarkdownPolicy } from './policy.ts';
import { PROBE, sanitizeHtml } from './sanitize.ts';

/** An element that raw HTML has left open: the blocks behind it are drawn into it, until raw HTML closes it. */
export interface Holder {
  /** Where its raw HTML starts in everything received. */
  readonly start: number;
  /** The first node that was drawn of it. */
  readonly first: ChildNode;
  readonly element: HTMLElement;
  /** The names of what holds it, outermost first, and its own. */
  readonly names: readonly string[];
  /** What holds it. */
  readonly holder: Holder | undefined;
}

/** A step into elements that hold what comes, or out of them. */
export interface Step {
  /** How many blocks are to be drawn before, as final. */
  readonly count: number;
  /** Characters of source behind those that are done with. */
  readonly length: number;
  /** Takes the step; returns what holds the next blocks, where they are drawn, and the last node there that is final. */
  take(container: HTMLElement): Place;
}

type Place = readonly [holder: Holder | undefined, container: HTMLElement, last: ChildNode | null];

/** Elements in which all blocks are read as they are outside of them. */
const HOLDER = /^(?:DETAILS|DIV)$/;
const CLOSING_TAGS = /^(?:<\/[a-z]+\s*>\s*)+$/i;
const CLOSING_TAG = /<\/([a-z]+)\s*>(\s*)/gi;

/**
 * Finds the elements of raw HTML that stay open around the blocks that come. What they hold is drawn like any other
 * blocks: as a part of the element's source all of it would be sanitized again for every change.
 */
export class Holders {
  readonly #policy: MarkdownPolicy;
  /** Where an element starts that is closed in a way which only its whole source can tell. */
  #unheld = -1;

  constructor(policy: MarkdownPolicy) {
    this.#policy = policy;
  }

  /**
   * The step that is due before blocks are drawn which are held by `holder`, or the holder that has to be drawn by its
   * whole source instead. `start` is where those blocks start if they are known to leave anything open, else -1; they
   * stand behind `before`.
   */
  findStep(
    tokens: Token[],
    finalCount: number,
    start: number,
    holder: Holder | undefined,
    before: ChildNode | null,
  ): Step | Holder | undefined {
    if (start >= 0 && start !== this.#unheld) {
      const names = this.#namesOpenedBy(tokens.slice(0, finalCount));
      const take: Step['take'] = (container) => enter(container, before, names, start, holder);
      if (names.length > 0) return { count: finalCount, length: 0, take };
    }
    return holder && this.#findExit(tokens, finalCount, holder);
  }

  #findExit(tokens: Token[], finalCount: number, holder: Holder): Step | Holder | undefined {
    const first = tokens.findIndex((token) => htmlUse(token) === 'loose');
    if (first < 0) return undefined;
    const { names } = holder;
    const count = tokens.findIndex(({ raw }) => gapsBehind(raw, names));
    const { raw = '' } = tokens[count] ?? {};
    const gaps = gapsBehind(raw, names);
    if (gaps && this.#endOf(tokens.slice(first, count), names) === 'inside') {
      const isOver = count < finalCount || count < tokens.length - 1 || /\n[ \t]*\n$/.test(raw);
      return isOver ? { count, length: raw.length, take: () => leave(holder, gaps) } : undefined;
    }
    if (this.#endOf(tokens.slice(first, finalCount), names) !== 'outside') return undefined;
    this.#unheld = holder.start;
    return outermostOf(holder);
  }

  /** The names of the elements that blocks leave open, outermost first; none if anything else is open. */
  #namesOpenedBy(final: Token[]): string[] {
    // A block closes paragraphs; words are put into whatever else is open.
    let node: Node = sanitizeHtml(`${toUnsafeHtml(final)}${PROBE}<hr>${PROBE}`, this.#policy);
    const names: string[] = [];
    while (node.lastChild instanceof Element) {
      node = node.lastChild;
      if (!HOLDER.test(node.nodeName)) return [];
      names.push(node.nodeName.toLowerCase());
    }
    const [text, rule, end] = [...node.childNodes].slice(-3);
    const isHeld = text?.nodeValue?.endsWith(PROBE) && rule?.nodeName === 'HR' && end?.nodeValue === PROBE;
    return isHeld ? names : [];
  }

  /** Where blocks end that begin in elements of these names: what comes behind them would be there too. */
  #endOf(tokens: Token[], names: readonly string[]): 'inside' | 'open' | 'outside' {
    if (tokens.length === 0) return 'inside';
    const tags = names.map((name) => `<${name}>`).join('');
    let { lastChild: last }: Node = sanitizeHtml(`${tags}${toUnsafeHtml(tokens)}${PROBE}`, this.#policy);
    for (const name of names) {
      if (last?.nodeName.toLowerCase() !== name) return 'outside';
      last = last.lastChild;
    }
    return last instanceof Text && last.data.endsWith(PROBE) ? 'inside' : 'open';
  }
}

function enter(
  container: HTMLElement,
  before: ChildNode | null,
  names: readonly string[],
  start: number,
  around: Holder | undefined,
): Place {
  let holder = around;
  let element = container;
  const first = (before ? before.nextSibling : container.firstChild) as ChildNode;
  for (const name of names) {
    element = element.lastElementChild as HTMLElement;
    holder = { start, first, element, names: [...(holder?.names ?? []), name], holder };
  }
  return [holder, element, element.lastChild];
}

/** Leaves one element per gap, which is the white space behind its closing tag. */
function leave(holder: Holder, gaps: readonly string[]): Place {
  let around: Holder | undefined = holder;
  let last: ChildNode = holder.element;
  for (const gap of gaps) {
    last = around?.element ?? last;
    around = around?.holder;
    if (!gap) continue;
    if (last.nextSibling instanceof Text) last.nextSibling.data = gap;
    else last.after(gap);
    last = last.nextSibling ?? last;
  }
  return [around, last.parentElement as HTMLElement, last];
}

/** The outermost of the elements that the same raw HTML has opened. */
function outermostOf(holder: Holder): Holder {
  return holder.holder?.start === holder.start ? outermostOf(holder.holder) : holder;
}

/** The white space behind each of the tags that close elements of these names from the innermost on, if that is all. */
function gapsBehind(html: string, names: readonly string[]): string[] | undefined {
  if (!CLOSING_TAGS.test(html)) return undefined;
  const tags = [...html.matchAll(CLOSING_TAG)];
  const isPair = tags.every(([, name = ''], index) => name.toLowerCase() === names.at(-1 - index));
  return isPair ? tags.map(([, , gap = '']) => gap) : undefined;
}
