import { isNoteLink } from '../../markdown/note-links.ts';
import { FORMULA, markFormula } from './formula.ts';

const BLOCK = /^(?:P|H[1-6]|UL|OL|PRE|BLOCKQUOTE|TABLE|DIV|DETAILS|SECTION|DL|FIGURE)$/;

/**
 * Drawn blocks as plain text: list items with bullets and numbers, table cells separated by tabs, link addresses in brackets,
 * formulas in dollars.
 */
export function toPlainText(blocks: Node): string {
  return textOfBlocks(blocks)
    .replaceAll(/\n\s*\n/g, '\n\n')
    .trim();
}

function textOfBlocks(parent: Node): string {
  return [...parent.childNodes].map(textOfNode).join('');
}

function textOfNode(node: ChildNode): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ');
  if (!(node instanceof HTMLElement)) return '';
  const text = textOfElement(node);
  return BLOCK.test(node.nodeName) ? `\n\n${text.trim()}\n\n` : text;
}

function textOfElement(element: HTMLElement): string {
  switch (element.nodeName) {
    case 'BR':
      return '\n';
    case 'HR':
      return '\n\n———\n\n';
    case 'PRE':
    case 'CODE':
      return textOfCode(element);
    case 'INPUT':
      return (element as HTMLInputElement).checked ? '[x]' : '[ ]';
    case 'A':
      return textOfLink(element as HTMLAnchorElement);
    case 'UL':
    case 'OL':
      return textOfList(element);
    case 'TR':
      return `${[...element.children].map((cell) => textOfBlocks(cell).trim()).join('\t')}\n`;
    case 'TABLE':
      return [...element.querySelectorAll('tr')].map(textOfElement).join('');
    default:
      return textOfBlocks(element);
  }
}

function textOfCode(element: HTMLElement): string {
  const code = element.nodeName === 'PRE' ? element.querySelector(FORMULA) : element;
  if (code?.matches(FORMULA)) return markFormula(code);
  return element.nodeName === 'PRE' ? element.textContent.trimEnd() : element.textContent;
}

/** `words (address)`, or only the address where the words are the address. */
function textOfLink(link: HTMLAnchorElement): string {
  const text = textOfBlocks(link).trim();
  const href = link.getAttribute('href') ?? '';
  if (isNoteLink(href)) return href.startsWith('#ref') ? `${text} ` : text;
  const address = link.href.replace(/^mailto:/, '');
  return !address || address.replace(/\/$/, '') === text.replace(/\/$/, '') ? text : `${text} (${address})`;
}

function textOfList(list: HTMLElement): string {
  const start = list instanceof HTMLOListElement ? list.start : undefined;
  const items = [...list.children].map((item, index) => {
    const sign = start === undefined ? '• ' : `${start + index}. `;
    const lines = textOfBlocks(item)
      .trim()
      .replaceAll(/\n{2,}/g, '\n')
      .split('\n');
    return sign + lines.join(`\n${' '.repeat(sign.length)}`);
  });
  return items.join('\n');
}
