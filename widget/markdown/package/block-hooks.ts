import { whenFilled } from '../sanitize.ts';

/** The element around what `blocks` draws; a name with a hyphen is never the answer's, so that drawing leaves it alone. */
const BLOCK = 'cf-ai-chat-block';
const LANGUAGE = 'language-';

/**
 * What an embedder does with blocks that are finished.
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
   * By language, what is drawn in place of a fenced code block once its fence is closed; a block in a list or quote, once that
   * is finished. The function gets the code, which is untrusted text, and returns an element of its own, or nothing to leave the
   * code as it is. The code stays in the document, hidden. What the function throws is reported to the page as an error.
   */
  readonly blocks?: Readonly<Record<string, (source: string) => Element | undefined>>;
  /**
   * Called once with each block (paragraph, list, table, …) when no text that follows can change it, in their order: to colour
   * code, or to add a button. With a block of HTML for which the sanitizer still loads, once it is filled. May add elements with a hyphen in their name and attributes `role`, `tabindex` and `aria-…`; other
   * changes may be taken back at the end of the stream. Only links whose definition comes later still change.
   */
  readonly onBlock?: (block: Element) => void;
}

/** Calls the hooks once for each block among nodes that it gets, in turn: none for what embedders put beside the blocks. */
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

/** Without the global `Element`, which a server need not have. */
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

/** An embedder's error must not end the answer. */
function callSafely<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}
