import { whenFilled } from '../sanitize.ts';

/** The element around what `blocks` draws. Its name has a hyphen, so that `morph` leaves it alone. */
const BLOCK = 'cf-ai-chat-block';
const LANGUAGE = 'language-';

/**
 * An embedder's functions for blocks that are finished.
 *
 * @example
 * const drawChart = (source: string): Element => {
 *   const canvas = document.createElement('canvas');
 *   plot(canvas, JSON.parse(source));
 *   return canvas;
 * };
 * const highlight = (block: Element): void => block.querySelectorAll('pre > code').forEach(colour);
 * new MarkdownStream(box, {}, { blocks: { chart: drawChart }, onBlock: highlight });
 */
export interface BlockHooks {
  /**
   * Functions that draw a fenced code block in another way, by language. Each is called once the fence is closed; for a block
   * in a list or quote, once that list or quote is finished. The function receives the code, which is untrusted text, and
   * returns an element, or undefined to show the code. The code stays in the document, hidden. An exception is reported as a
   * page error.
   */
  readonly blocks?: Readonly<Record<string, (source: string) => Element | undefined>>;
  /**
   * Called once for each block (paragraph, list, table, …), in order, when later text cannot change it any more: for example
   * to highlight code or add a button. For a block of HTML it is called once the sanitizer has loaded and filled the block.
   * May add elements with a hyphen in their name, and the attributes `role`, `tabindex` and `aria-…`; other changes may be
   * undone at the end of the stream. Only links whose definition comes later may still change.
   */
  readonly onBlock?: (block: Element) => void;
}

/** Returns a function that calls the hooks once for each block. It skips elements that embedders have inserted. */
export function callHooks(hooks: BlockHooks): (nodes: Iterable<ChildNode>) => void {
  const finished = new WeakSet<Node>();
  return (nodes) => {
    for (const node of nodes) {
      if (!isElement(node) || node.localName.includes('-') || finished.has(node)) continue;
      finished.add(node);
      const filled = whenFilled(node);
      if (filled) void filled.then(() => finishBlock(node, hooks));
      else finishBlock(node, hooks);
    }
  };
}

/** Not `instanceof Element`: a server may lack that global. */
function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function finishBlock(block: Element, { blocks, onBlock }: BlockHooks): void {
  const pres = block.localName === 'pre' ? [block as HTMLElement] : block.querySelectorAll('pre');
  if (blocks) for (const pre of pres) replaceCode(pre, blocks);
  if (onBlock) callSafely(() => onBlock(block));
}

function replaceCode(pre: HTMLElement, blocks: NonNullable<BlockHooks['blocks']>): void {
  const code = pre.querySelector(`code[class^=${LANGUAGE}]`);
  const language = code?.className.slice(LANGUAGE.length) ?? '';
  const draw = Object.hasOwn(blocks, language) ? blocks[language] : undefined;
  const drawn = draw && callSafely(() => draw(code?.textContent ?? ''));
  if (!drawn) return;
  const box = document.createElement(BLOCK);
  box.append(drawn);
  pre.before(box);
  pre.hidden = true;
}

/** Reports an exception of an embedder's function: it must not end the answer. */
function callSafely<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
