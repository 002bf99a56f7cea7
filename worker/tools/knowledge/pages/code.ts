import { findAll, matches } from './selectors.ts';
import {
  ancestorsOf,
  attributeOf,
  siblingOf,
  childrenOf,
  isElement,
  rawTextOf,
  textOf,
  type Element,
  type Node,
} from './tree.ts';

/** Class names of line numbers, in Chroma (Hugo), Pygments (Sphinx), Prism, highlight.js and the highlighter of React. */
const LINE_NUMBERS =
  /(?:^|[\s_-])(?:lnt?|gutter|line-?(?:nos?|numbers?)|linenos?|blob-num|hljs-ln-numbers)(?:$|[\s_-])/i;
/** The class names of an element that is one line of code end in this. */
const LINE = /(?:^|[\s_-])line$/i;

/** The code of a `pre`, or of a `code` with several lines, between fences. */
export function fencedCode(code: Element): string {
  const text = linesOf(code).replace(/^\n|\s+$/g, '');
  const fence = /^`{3,}/m.test(text) ? '~~~' : '```';
  return text === '' ? '' : `${fence}${languageOf(code)}\n${text}\n${fence}`;
}

/** `sh` of `<pre><code class="language-sh">`, or of `<div class="language-sh highlighter-rouge"><div><pre>`. */
export function languageOf(code: Element): string {
  const inner = findAll(code, 'code').slice(0, 1);
  const names = [code, ...inner, ...ancestorsOf(code)].map((each) => attributeOf(each, 'class'));
  return names.map((name) => /\blang(?:uage)?-([\w+#-]+)/.exec(name)?.[1]).find(Boolean) ?? '';
}

/** Whether texts are line numbers: they count from 1, or, where there are several, from any number on. */
export function areLineNumbers(texts: readonly string[]): boolean {
  const numbers = texts.join(' ').split(/\s+/).map(Number);
  const [first = NaN] = numbers;
  return (first === 1 || numbers.length > 1) && numbers.every((number, index) => number === first + index);
}

/** The text of code, with an end of line after each line: many sites have an element for each line instead. */
export function linesOf(parent: Element): string {
  const rows = childrenOf(parent).filter(isLine);
  const firsts = rows.map((row) => childrenOf(row)[0]);
  const isNumbered = rows.length > 1 && areLineNumbers(firsts.map((each) => textOf(each) || '-'));
  const numbers = new Set<Node | undefined>(isNumbered ? firsts : []);
  const read = (node: Node): string => {
    if (!isElement(node)) return rawTextOf(node);
    if (node.tagName === 'br') return '\n';
    if (numbers.has(node) || isLineNumber(node)) return '';
    const text = rows.includes(node) && isNumbered ? node.childNodes.map(read).join('') : linesOf(node);
    return isLine(node) && !isEnded(node, text) ? `${text}\n` : text;
  };
  return parent.childNodes.map(read).join('');
}

function isLineNumber(element: Element): boolean {
  return LINE_NUMBERS.test(attributeOf(element, 'class')) && /^[\d\s]*$/.test(textOf(element));
}

/**
 * Whether an element is a line, or a block of lines. Expressive Code (Starlight) has a block for each line; the documentation of
 * Node has a `code` for each kind of modules.
 */
function isLine(element: Element): boolean {
  const { tagName } = element;
  const beside = siblingOf(element, 1)?.tagName;
  if (tagName === 'code') return beside === 'code';
  return (
    matches(element, 'li, div, tr, p') || (beside === tagName && LINE.test(attributeOf(element, 'class')))
  );
}

function isEnded(line: Element, text: string): boolean {
  const { childNodes } = line.parentNode ?? line;
  const next = childNodes[childNodes.indexOf(line) + 1];
  return text.endsWith('\n') || (next !== undefined && !isElement(next) && rawTextOf(next).startsWith('\n'));
}
