import type { Token, Tokens } from 'marked';
import { withheld } from './open-spans.ts';
import { elementAt } from './tags.ts';

/**
 * An inline formula: `\(x\)`, `\[x\]`, `$$x$$`, or `$x$` without blanks at the inner sides of the dollars. No backtick in it,
 * as code has precedence; `$<name>` and `${NAME}` are code too. Sticky instead of `^`, because WebKit tries a pattern with `^`
 * at every position of the text.
 */
const SPAN =
  /(?:\\\(((?:(?!\\[()])[^])+)\\\)|\\\[((?:(?!\\[[\]])[^])+)\\\](?!\()|\$\$((?:\\[^]|[^\\$])+)\$\$|\$(?![_.,;:?]?\s|[&$]|<[a-z]|\{[a-z])((?:\\.|[^\\$\n`])*(?:\\.|[^\\$\s(`]))\$(?![a-z\d$]))/iy;

/**
 * Between single dollars, text that begins with a number is a formula only with one of these; without them `$5 to 10$` is a
 * price.
 */
const NOTATION = /[\\^_={}]/;
const PRICE = /^\d.*(?:[a-z]{2}|[^ -~])/i;

/**
 * Signs that text after an opening mark is no formula. The text contains the address of a link, "$5 ([shop](/?a_b"; or another
 * opening mark with a blank after it, which a sentence about marks only names, "$$ is, \\( is"; or it begins as a price does that
 * is followed by other words, `$10, x_{i,j}` in "$5 and $10, x_{i,j}".
 */
const NO_FORMULA = /\]\(|(?<!\\)\\[([]\s|^\d[\d.]*[,;:]\s/;

/** Characters after a single dollar, without notation and without a closing dollar, after which the dollar is plain text. */
const MAX_PLAIN = 40;

/**
 * An inline formula without an end is plain text after so many characters: while open, it is searched to the end of the text.
 */
const MAX_OPEN = 1000;

/** The start of a formula block: a LaTeX environment for formulas, or a mark. */
const BLOCK_START =
  /^ {0,3}(?:(\$\$|\\\[)|(?=\\begin\{((?:align(?:at)?|equation|gather|multline|eqnarray|(?:[bpvBV]|small)?matrix|cases)\*?)\}))/;
const CLOSE: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** Characters that may begin a formula or an element. It also matches code and escapes such as `\$`, which are skipped. */
const FORMULA_OR_ELEMENT_START = /\\[^([]|(?<!`)(`+)(?!`)[^]*?[^`]\1(?!`)|[\\$<]/g;
/** A dollar after one of these characters begins no formula: `US$5`, `\$5`. */
const BEFORE_PLAIN_DOLLAR = /[a-z\d$\\]/i;

/** Languages of code elements that are formulas: in a line of text, and on lines of their own. */
const INLINE_LANGUAGE = 'math';
const DISPLAY_LANGUAGE = 'math-display';

/** An inline formula as a code span with a language, or words inside an element such as `<mark>`. */
export interface RichSpan extends Tokens.Codespan {
  /** `math`, or the element's name such as `mark`. */
  readonly lang: string;
  /** The words inside the element. */
  readonly tokens?: Token[];
  readonly title?: string;
}
/** A formula block as a code block. */
export interface MathBlock extends Tokens.Code {
  /** Whether the closing mark has not arrived. */
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
  // `| $$ | $$$ |` is two cells with price levels.
  if (text === '' || (dollars && !/[\p{L}\d]/u.test(dollars))) return undefined;
  if ((single !== undefined && isPrice(single)) || (square !== undefined && isEscaped(square)))
    return undefined;
  return { type: 'codespan', raw, text, lang: round || single ? INLINE_LANGUAGE : DISPLAY_LANGUAGE };
}

/** The formula block at the start of a text, up to the next blank line. With `isOpen`, its closing mark may be missing. */
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
  // "$$x$$ is" is a line of text with a formula in it, not a block.
  if (!isOpenMath && gap === undefined && !inner.includes('\n')) return undefined;
  const raw = isOpenMath ? src : src.slice(0, end + (gap ?? '').trimEnd().length);
  const text = environment && !isOpenMath ? inner + close : inner.trim();
  return { type: 'code', codeBlockStyle: 'indented', raw, text, lang: DISPLAY_LANGUAGE, isOpenMath };
}

/** Whether a dollar may begin a formula, judged by the character before it: yes in `E=$mc^2$`, no in `US$5`. */
export function isFormulaDollar(before: string): boolean {
  return !BEFORE_PLAIN_DOLLAR.test(before);
}

/**
 * A copy of `masked` with letters in place of the formulas and elements in `src`, so that their marks are not taken for
 * emphasis.
 */
export function maskMath(src: string, masked: string): string {
  let end = 0;
  let result = masked;
  for (const { 0: mark, index } of src.matchAll(FORMULA_OR_ELEMENT_START)) {
    if (index < end || mark.length > 1 || (mark === '$' && !isFormulaDollar(src[index - 1] ?? ''))) continue;
    const rest = src.slice(index);
    const { length = 0 } = (mark === '<' ? elementAt(rest, false) : mathSpan(rest))?.raw ?? '';
    if (length === 0) continue;
    end = index + length;
    result = result.slice(0, index) + 'a'.repeat(length) + result.slice(end);
  }
  return result;
}

/**
 * The formula at the start of inline text whose closing mark has not arrived. Withheld while it may turn out to be plain text.
 */
export function openMath(src: string): RichSpan | Tokens.Escape | undefined {
  const [open] = /^(?:\\[([]|\$\$?)/.exec(src) ?? [];
  if (open === undefined || src.length > MAX_OPEN) return undefined;
  // A closing dollar cannot follow one of these characters, so they are left out.
  const content = src.slice(open.length).replace(/[\\$(\s]+$/, '');
  if (NO_FORMULA.test(content)) return undefined;
  const isSquare = open === '\\[';
  const span = mathSpan(open + content + (CLOSE[open] ?? ''));
  const isPlain = isSquare ? isEscaped(content) : open.startsWith('$') && !NOTATION.test(content);
  const mayBe = content.length < MAX_PLAIN && (isSquare || span !== undefined);
  if (content === '' || (isPlain && mayBe)) return withheld(src);
  return span && !isPlain ? { ...span, raw: src } : undefined;
}

/** Whether brackets contain no formula, but escaped text: `\[1\]`, `\[not a link\]`. */
function isEscaped(text: string): boolean {
  return !/[a-z\d]/i.test(text) || !(NOTATION.test(text) || /^\s/.test(text));
}

function isPrice(text: string): boolean {
  return PRICE.test(text) && !NOTATION.test(text);
}
