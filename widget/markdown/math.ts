import type { Token, Tokens } from 'marked';
import { withheld } from './open-spans.ts';
import { elementAt } from './tags.ts';

/**
 * A formula in a line of text: `\(x\)`, `\[x\]`, `$$x$$`, or `$x$` without a blank inside the dollars, and without a backtick, as
 * code comes first; `$<name>` and `${NAME}` are code. Sticky, not `^`: WebKit tries a pattern with `^` at every place of the text.
 */
const SPAN =
  /(?:\\\(((?:(?!\\[()])[^])+)\\\)|\\\[((?:(?!\\[[\]])[^])+)\\\](?!\()|\$\$((?:\\[^]|[^\\$])+)\$\$|\$(?![_.,;:?]?\s|[&$]|<[a-z]|\{[a-z])((?:\\.|[^\\$\n`])*(?:\\.|[^\\$\s(`]))\$(?![a-z\d$]))/iy;

/** What makes a formula of text between single dollars that begins with a number; without it `$5 to 10$` is a price. */
const NOTATION = /[\\^_={}]/;
const PRICE = /^\d.*(?:[a-z]{2}|[^ -~])/i;

/**
 * What no formula has in it: the address of a link, "$5 ([shop](/?a_b"; a mark that is spoken of, "$$ is, \\( is"; and a price with words
 * behind it, that may hold notation: `$10, x_{i,j}` of "$5 and $10, x_{i,j}".
 */
const NO_FORMULA = /\]\(|(?<!\\)\\[([]\s|^\d[\d.]*[,;:]\s/;

/** Characters behind a single dollar that nothing closes, and that have no notation yet, after which it is a dollar. */
const MAX_PLAIN = 40;

/** Characters after which a formula in a line that nothing closes is none: each is looked through to the end of the text. */
const MAX_OPEN = 1000;

/** An environment for formulas in LaTeX, with its name, or a mark. */
const BLOCK_START =
  /^ {0,3}(?:(\$\$|\\\[)|(?=\\begin\{((?:align(?:at)?|equation|gather|multline|eqnarray|(?:[bpvBV]|small)?matrix|cases)\*?)\}))/;
const CLOSE: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** What may begin a formula or an element, and what is passed over: code, and an escaped mark. */
const MASKED = /\\[^([]|(?<!`)(`+)(?!`)[^]*?[^`]\1(?!`)|[\\$<]/g;
/** What no formula begins behind: `US$5`, `\$5`. */
const BEFORE_PLAIN_DOLLAR = /[a-z\d$\\]/i;

/** The language of formulas in the answer's code elements; those on lines of their own have the other one. */
const INLINE = 'math';
const DISPLAY = 'math-display';

/** A formula as a code span with a language, or words in an element. */
export interface RichSpan extends Tokens.Codespan {
  /** `math`, or the name of the element: `mark`. */
  readonly lang: string;
  /** The words in the element. */
  readonly tokens?: Token[];
  readonly title?: string;
}
/** A formula as a code block. */
export interface MathBlock extends Tokens.Code {
  /** The formula's end has not arrived yet. */
  readonly isOpenMath: boolean;
}

/**
 * The formula at the start of inline text.
 *
 * @example
 * mathSpan('$x_1$ and'); // { type: 'codespan', raw: '$x_1$', text: 'x_1', lang: 'math' }
 * mathSpan('$5 to $10'); // undefined
 */
export function mathSpan(src: string): RichSpan | undefined {
  SPAN.lastIndex = 0;
  const [raw = '', round, square, dollars, single] = SPAN.exec(src) ?? [];
  const text = (round ?? square ?? dollars ?? single ?? '').trim();
  // `| $$ | $$$ |` is two cells of a price list.
  if (text === '' || (dollars && !/[\p{L}\d]/u.test(dollars))) return undefined;
  if ((single !== undefined && isPrice(single)) || (square !== undefined && isEscaped(square)))
    return undefined;
  return { type: 'codespan', raw, text, lang: round || single ? INLINE : DISPLAY };
}

/** The formula that fills the first lines of a text, up to the next blank line; while more text `isOpen`, also without its end. */
export function mathBlock(src: string, isOpen: boolean): MathBlock | undefined {
  const [start, mark = '', environment = ''] = BLOCK_START.exec(src) ?? [];
  if (start === undefined) return undefined;
  const [body = ''] = src.slice(start.length).split(/\n[ \t]*\n/, 1);
  const close = CLOSE[mark] ?? `\\end{${environment}}`;
  const at = body.indexOf(close);
  const isOpenMath = at < 0;
  const inner = isOpenMath ? body.replace(/[\\$]$/, '') : body.slice(0, at);
  if (mark === '\\[' && body !== '' && isEscaped(inner)) return undefined;
  if (isOpenMath && !(isOpen && start.length + body.length === src.length)) return undefined;
  const end = start.length + at + close.length;
  const [gap] = /^[ \t]*(?:\n|$)/.exec(src.slice(end)) ?? [];
  // "$$x$$ is" is text with a formula.
  if (!isOpenMath && gap === undefined && !inner.includes('\n')) return undefined;
  const raw = isOpenMath ? src : src.slice(0, end + (gap ?? '').trimEnd().length);
  const text = environment && !isOpenMath ? inner + close : inner.trim();
  return { type: 'code', codeBlockStyle: 'indented', raw, text, lang: DISPLAY, isOpenMath };
}

/** Whether a dollar may begin a formula, by the character before it: `E=$mc^2$`, not `US$5`. */
export function isFormulaDollar(before: string): boolean {
  return !BEFORE_PLAIN_DOLLAR.test(before);
}

/** A copy of `masked` with letters for the formulas and elements of a text, so that no mark in them is taken for emphasis. */
export function maskMath(src: string, masked: string): string {
  let end = 0;
  let result = masked;
  for (const { 0: mark, index } of src.matchAll(MASKED)) {
    if (index < end || mark.length > 1 || (mark === '$' && !isFormulaDollar(src[index - 1] ?? ''))) continue;
    const rest = src.slice(index);
    const { length = 0 } = (mark === '<' ? elementAt(rest, false) : mathSpan(rest))?.raw ?? '';
    if (length === 0) continue;
    end = index + length;
    result = result.slice(0, index) + 'a'.repeat(length) + result.slice(end);
  }
  return result;
}

/** The formula without its end at the start of inline text, and up to its end; withheld where it may be none. */
export function openMath(src: string): RichSpan | Tokens.Escape | undefined {
  const [open] = /^(?:\\[([]|\$\$?)/.exec(src) ?? [];
  if (open === undefined || src.length > MAX_OPEN) return undefined;
  // Nothing of these may stand before a closing dollar.
  const content = src.slice(open.length).replace(/[\\$(\s]+$/, '');
  if (NO_FORMULA.test(content)) return undefined;
  const isSquare = open === '\\[';
  const span = mathSpan(open + content + (CLOSE[open] ?? ''));
  const isPlain = isSquare ? isEscaped(content) : open.startsWith('$') && !NOTATION.test(content);
  const mayBe = content.length < MAX_PLAIN && (isSquare || span !== undefined);
  if (content === '' || (isPlain && mayBe)) return withheld(src);
  return span && !isPlain ? { ...span, raw: src } : undefined;
}

/** Brackets that are no formula: `\[1\]`, `\[not a link\]`. */
function isEscaped(text: string): boolean {
  return !/[a-z\d]/i.test(text) || !(NOTATION.test(text) || /^\s/.test(text));
}

function isPrice(text: string): boolean {
  return PRICE.test(text) && !NOTATION.test(text);
}
