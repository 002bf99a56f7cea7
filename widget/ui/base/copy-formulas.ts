import { toHtml } from '../../markdown/html.ts';
import { selectedRange } from '../../markdown/selection.ts';
import { DRAWN_FORMULA, FORMULA } from './formula.ts';
import { toPlainText } from './to-plain-text.ts';

/** Elements that are not part of a message's text: controls, and everything under an answer. */
const INTERFACE_SELECTOR = 'button, [hidden], .foot, svg, style';

/**
 * Handles the copying of selected text with formulas. A formula alone is copied as LaTeX, a formula among words with dollars
 * around it. Without a formula, the browser copies.
 */
export function copyFormulas(event: ClipboardEvent): void {
  const blocks = selectedBlocks(event);
  if (!blocks?.querySelector(FORMULA)) return;
  keepMessageText(blocks);
  const code = blocks.querySelector(FORMULA);
  const isAlone = code?.textContent.trim() === blocks.textContent?.trim();
  event.clipboardData?.setData(
    'text/plain',
    isAlone ? (code?.textContent.trim() ?? '') : toPlainText(blocks),
  );
  if (!isAlone) event.clipboardData?.setData('text/html', toHtml(blocks));
  event.preventDefault();
}

/** Keeps only the text of messages. Elements with a hyphen in their name are never part of it. */
function keepMessageText(blocks: DocumentFragment): void {
  for (const element of blocks.querySelectorAll('*')) {
    if (element.localName.includes('-') || element.matches(INTERFACE_SELECTOR)) element.remove();
  }
}

function selectedBlocks(event: ClipboardEvent): DocumentFragment | undefined {
  const { currentTarget } = event;
  if (!(currentTarget instanceof Element)) return undefined;
  const selected = selectedRange(currentTarget.getRootNode());
  const code = drawnCode(event) ?? codeAround(selected);
  if (code) {
    const blocks = document.createDocumentFragment();
    blocks.append(code.cloneNode(true));
    return blocks;
  }
  if (!selected) return undefined;
  const range = document.createRange();
  range.setStart(selected.startContainer, selected.startOffset);
  range.setEnd(selected.endContainer, selected.endOffset);
  return range.cloneContents();
}

/** The code element of the drawn formula in which the selection is. */
function drawnCode(event: ClipboardEvent): Node | null | undefined {
  return event.composedPath().find(isDrawn)?.nextSibling;
}

/** The formula whose code contains the whole selection. */
function codeAround(range: AbstractRange | undefined): Element | null | undefined {
  const isSame = range !== undefined && range.startContainer === range.endContainer && !range.collapsed;
  const node = isSame ? range.startContainer : undefined;
  return (node instanceof Element ? node : node?.parentElement)?.closest(FORMULA);
}

function isDrawn(node: EventTarget): node is Element {
  return node instanceof Element && node.localName === DRAWN_FORMULA;
}
