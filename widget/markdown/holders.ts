import type { Token } from 'marked';
import { htmlUse } from './html.ts';
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
  /**
   * Takes the step, unless that is only to draw what comes before it; returns what holds the next blocks, where they
   * are drawn, and the last node there that is final.
   */
  readonly take?: (container: HTMLElement) => Place;
}

type Place = readonly [holder: Holder | undefined, container: HTMLElement, last: ChildNode | null];

/** Elements in which all blocks are read as they are outside of them. */
const HOLDERS: ReadonlySet<string> = new Set(['details', 'div']);
/** Their opening tags, and a summary. */
const OPENING_TAGS =
  /^(?:<(?:details|div)(?:\s[^<>]*)?>\s*)+(?:<summary>(?:[^<]|<\/?(?:b|code|em|i|strong)>)*<\/summary>\s*)?$/i;
const CLOSING_TAGS = /^(?:<\/(?:details|div)\s*>\s*)+$/i;
const CLOSING_TAG = /<\/([a-z]+)\s*>(\s*)/gi;

/**
 * Finds the elements of raw HTML that stay open around the blocks that come. What they hold is drawn like any other
 * blocks: as a part of the element's source all of it would be sanitized again for every change. Any other raw HTML
 * among them, which may bear on all around it, has the whole source read.
 */
export class Holders {
  readonly #policy: MarkdownPolicy;
  /** Where elements start that have to be drawn by their whole source. */
  readonly #unheld = new Set<number>();

  constructor(policy: MarkdownPolicy) {
    this.#policy = policy;
  }

  /**
   * The step that is due before blocks are drawn which are held by `holder`, or the holder that has to be drawn by its
   * whole source instead. The blocks' source starts at `start` in everything received.
   */
  findStep(
    tokens: Token[],
    finalCount: number,
    start: number,
    holder: Holder | undefined,
  ): Step | Holder | undefined {
    const first = tokens.findIndex((token) => htmlUse(token) === 'loose');
    const token = tokens[first];
    if (!token) return undefined;
    // Raw HTML ends with a blank line, whatever comes.
    const isOver = first < finalCount || first < tokens.length - 1 || /\n[ \t]*\n$/.test(token.raw);
    if (!holder) {
      // What is known to be the end is drawn as it stands.
      if (finalCount === tokens.length) return undefined;
      const names = isOver && !this.#unheld.has(start) ? this.#namesOpenedBy(token) : [];
      if (names.length === 0) return undefined;
      // What stands before may define a label, for which the blocks behind it are read again.
      if (first > 0) return { count: first, length: 0 };
      return { count: 1, length: 0, take: (container) => enter(container, names, start) };
    }
    const gaps = token.type === 'html' ? gapsBehind(token.raw, holder.names) : undefined;
    if (gaps && !isOver) return undefined;
    if (gaps) return { count: first, length: token.raw.length, take: () => leave(holder, gaps) };
    if (token.type !== 'html' && first >= finalCount && !/<\/d/i.test(token.raw)) return undefined;
    this.#unheld.add(holder.start);
    return { ...holder, holder: undefined };
  }

  /** The names of the elements that a block of raw HTML leaves open, outermost first; none if it does anything else. */
  #namesOpenedBy({ type, raw }: Token): string[] {
    if (type !== 'html' || !OPENING_TAGS.test(raw)) return [];
    let node: Node = sanitizeHtml(raw + PROBE, this.#policy);
    const names: string[] = [];
    while (node.lastChild instanceof Element) {
      node = node.lastChild;
      names.push(node.nodeName.toLowerCase());
    }
    return names.every((name) => HOLDERS.has(name)) ? names : [];
  }
}

function enter(container: HTMLElement, names: readonly string[], start: number): Place {
  let holder: Holder | undefined;
  let element = container;
  const first = container.lastElementChild as HTMLElement;
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

/** The white space behind each of the tags that close elements of these names from the innermost on, if that is all. */
function gapsBehind(html: string, names: readonly string[]): string[] | undefined {
  if (!CLOSING_TAGS.test(html)) return undefined;
  const tags = [...html.matchAll(CLOSING_TAG)];
  const isPair = tags.every(([, name = ''], index) => name.toLowerCase() === names.at(-1 - index));
  return isPair ? tags.map(([, , gap = '']) => gap) : undefined;
}
