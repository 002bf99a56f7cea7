import type { Token } from 'marked';
import { MAX_SPAN, type Completion } from './lexer.ts';

/** Characters of prose that may be held back; what is longer is shown as it stands. */
const MAX_HELD = 120;
/** Constructs that are open at once and yet closed; with more, marked would read all of the text for each of them. */
const MAX_OPEN = 100;

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
const RULE_OR_MARKER =
  /^(?:[-*+_=:][-*+_=: \t]*|\d{1,9}[.)]?|#{1,6}[ \t]*|`{1,2}|~{1,2}|`{3,}[^`]*|~{3,}.*|\|[ \t]*|<(?:[a-z/!?][^<>]{0,99})?)$/i;
const TASK = /^\[[ xX]?\]?[ \t]*$/;
const DEFINITION = /^\[(?:[^\]\\]|\\.)*(?:\](?::.*)?)?$/;
const DEFINED = /^\[(?:[^\]\\]|\\.)+\]:/;
/** What the title of a definition begins with. */
export const TITLE_START = /^[ \t]*["'(]/;
const DELIMITER_ROW = /^[ \t|:-]*$/;
/** Details before their summary are drawn with a word of the browser's. */
const HTML_START = /(?:<details(?:\s[^<>]{0,99})?>\s*)?(?:<[^<>\n]{0,119}|&#?\w{0,31})?$/i;
const AUTOLINK = /^<(?:[a-z][a-z\d.+-]+:|[^\s@]+@)\S*>/i;
const BARE_URL = /(?:https?:\/\/|www\.)[^\s<]*[^\s<?!.,:;*_~'"()&]/y;
const FENCE_LINE = /^(?:`+|~+)[ \t]*$/;

/**
 * How many characters at the end of `source` may still turn out to be block syntax: a rule, a marker, a
 * fence, a table's first lines, a definition. `leaf` is the block they would belong to as they stand.
 */
function holdBack(source: string, leaf: Token | undefined): number {
  const start = source.lastIndexOf('\n') + 1;
  const line = source.slice(start);
  const rest = line.replace(CONTAINERS, '');
  if (leaf?.type === 'code') {
    const isHeld =
      leaf['codeBlockStyle'] === 'indented'
        ? rest === '' && !isLastLineOf(leaf, line)
        : FENCE_LINE.test(rest);
    return isHeld ? line.length : 0;
  }
  if (leaf?.type === 'html') return holdHtml(source);
  if (leaf?.type !== 'table' && leaf?.type !== 'table_cell') {
    const held = holdTableStart(source, start, rest);
    if (held > 0) return held;
  }
  if (line === '') return 0;
  const isOwnLine = rest === '' || RULE_OR_MARKER.test(rest) || (rest !== line && TASK.test(rest));
  if (isOwnLine) return line.length;
  const opensBlock = leaf !== undefined && 'text' in leaf && !leaf['text'].includes('\n');
  const isDefinition =
    DEFINITION.test(rest) ||
    (TITLE_START.test(rest) && DEFINED.test(lineBefore(source, start).replace(CONTAINERS, '')));
  return opensBlock && rest.length <= MAX_HELD && isDefinition ? line.length : 0;
}

/** Whether a line is the last one of a block that has words in it. */
function isLastLineOf({ raw }: Token, line: string): boolean {
  const last = raw.slice(raw.lastIndexOf('\n') + 1).trim();
  return last !== '' && line.trimEnd().endsWith(last);
}

function lineBefore(source: string, start: number): string {
  return source.slice(source.lastIndexOf('\n', start - 2) + 1, start);
}

function holdHtml(source: string): number {
  const held = HTML_START.exec(source.slice(-2 * MAX_HELD))?.[0].length ?? 0;
  const shown = source.slice(0, source.length - held);
  const line = shown.slice(shown.lastIndexOf('\n') + 1);
  // A marker alone would underline the line before it.
  return line.replace(CONTAINERS, '') === '' ? held + line.length : held;
}

/** What may be the header of a table waits until the line below it has told, from its first `|` on. */
function holdTableStart(source: string, start: number, rest: string): number {
  if (!DELIMITER_ROW.test(rest)) return headerSize(source.slice(start));
  const held = start > 0 ? headerSize(lineBefore(source, start)) : 0;
  return held && held + source.length - start;
}

function headerSize(line: string): number {
  const rest = line.replace(CONTAINERS, '');
  const at = rest.length <= MAX_HELD || rest.startsWith('|') ? rest.search(/(?<!\\)\|/) : -1;
  if (at < 0) return 0;
  // What is left of the line would underline the one before it.
  const isUnderline = at === 0 || RULE_OR_MARKER.test(rest.slice(0, at));
  return isUnderline ? line.length : rest.length - at;
}

// Numbers in brackets are seldom links, so their brackets are likely to stay.
const FOOTNOTE = /^\^?\d*$/;

interface Opener {
  readonly mark: string;
  count: number;
  readonly index: number;
  readonly isImage: boolean;
}

/**
 * Inline text whose last, unfinished constructs are closed (emphasis, code, a link without its address) or,
 * where there is nothing to show of them yet, cut off.
 */
function complete(text: string): string {
  return /[*_~`[\]<&\\!]/.test(text) ? new Completer(text).run() : text;
}

/** Half-written markdown, closed or cut off. */
export const COMPLETION: Completion = { holdBack, complete };
/** The same with the marks of inline text as they are. */
export const UNCLOSED: Completion = { holdBack, complete: (text) => text };

class Completer {
  readonly #text: string;
  #end: number;
  #suffix = '';
  #openers: Opener[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#end = text.length;
  }

  run(): string {
    let index = 0;
    while (index < this.#end) index = this.#step(index);
    return this.#close();
  }

  /** Reads what starts at an index and tells where it ends. */
  #step(index: number): number {
    const text = this.#text;
    switch (text[index]) {
      case '\\':
        return index + 1 < text.length ? index + 2 : this.#cut(index);
      case '`':
        return this.#code(index);
      case '<':
        return this.#tag(index);
      case '&':
        return /^&#?\w{0,31}$/.test(text.slice(index, index + 34)) ? this.#cut(index) : index + 1;
      case '!':
        return index + 1 < text.length ? index + 1 : this.#cut(index);
      case '[':
        this.#openers.push({ mark: '[', count: 1, index, isImage: text[index - 1] === '!' });
        return index + 1;
      case ']':
        return this.#bracket(index);
      case '*':
      case '_':
      case '~':
        return this.#delimiter(index);
      case 'h':
      case 'w':
        return this.#url(index);
      default:
        return index + 1;
    }
  }

  #cut(index: number, suffix = ''): number {
    this.#end = index;
    this.#suffix = suffix;
    return index;
  }

  #code(index: number): number {
    const run = runAt(this.#text, index);
    const start = index + run.length;
    for (const { 0: other, index: at } of this.#text.slice(start).matchAll(/`+/g)) {
      if (other.length === run.length) return start + at + run.length;
    }
    if (this.#text.length - index > MAX_SPAN) return start;
    const content = this.#text.slice(start).replace(/`*$/, '');
    return content.trim() ? this.#cut(start + content.length, run) : this.#cut(index);
  }

  #tag(index: number): number {
    const rest = this.#text.slice(index);
    const [closed] = /^<[^<>]*>/.exec(rest) ?? [];
    if (closed) {
      const end = index + closed.length;
      return AUTOLINK.test(closed) ? this.#link(false, end) : end;
    }
    return /^<(?:[a-zA-Z/!?][^>]*)?$/.test(rest) && rest.length <= MAX_HELD ? this.#cut(index) : index + 1;
  }

  /** Reads past a bare URL, but for marks at its end that it may stand between. In a link there is none. */
  #url(index: number): number {
    BARE_URL.lastIndex = index;
    const url = BARE_URL.exec(this.#text);
    return index + (url && !this.#openers.some(isLink) ? url[0].length : 1);
  }

  #bracket(index: number): number {
    const at = this.#openers.findLastIndex(({ mark }) => mark === '[');
    if (at < 0) return index + 1;
    const rest = this.#text.slice(index + 1);
    const { index: start = 0, isImage } = this.#openers[at] ?? {};
    const label = this.#text.slice(start + 1, index);
    const address =
      /^\((?:\s*(?:<[^>\n]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*)\)/.exec(
        rest,
      );
    // Brackets in the words of a link, or a link in brackets: the next character tells.
    if (rest === '' && this.#openers.some((opener) => isLink(opener) && opener.index < start))
      return this.#cut(index);
    this.#openers.length = at;
    if (address) return this.#link(isImage, index + 1 + address[0].length);
    if (label.length > MAX_SPAN) return index + 1;
    if (rest === '') {
      if (this.#text[start - 1] === ']') return index + 1;
      return FOOTNOTE.test(label) && !isImage
        ? this.#cut(start)
        : this.#link(isImage, this.#cut(index + 1, '()'));
    }
    if (/^\(\s*(?:<[^>\n]*>?|\S*)(?:\s+(?:"[^"]*"?|'[^']*'?|\([^)]*)?)?$/.test(rest)) {
      return this.#link(isImage, this.#cut(index + 1, '()'));
    }
    return /^\[[^\]]*$/.test(rest) && rest.length <= MAX_HELD
      ? this.#link(isImage, this.#cut(index + 1, '()'))
      : index + 1;
  }

  /** Takes note of a link that ends at `end`: what it stands in is none, up to an image. */
  #link(isImage: boolean | undefined, end: number): number {
    const image = this.#openers.findLastIndex((opener) => opener.isImage);
    if (!isImage) this.#openers = this.#openers.filter(({ mark }, index) => mark !== '[' || index <= image);
    return end;
  }

  #delimiter(index: number): number {
    const run = runAt(this.#text, index);
    const mark = run[0] ?? '';
    const end = index + run.length;
    if (mark === '~' && run.length !== 2) return end < this.#text.length ? end : this.#cut(index);
    const opener = this.#openers.findLast((open) => open.mark === mark);
    if (end === this.#text.length) return this.#cut(index);
    const before = this.#text[index - 1] ?? ' ';
    const after = this.#text[end] ?? ' ';
    if (opener && canClose(mark, before, after)) return this.#closeRun(opener, run.length, end);
    if (canOpen(mark, before, after)) this.#openers.push({ mark, count: run.length, index, isImage: false });
    return end;
  }

  #closeRun(opener: Opener, length: number, end: number): number {
    this.#openers.length = this.#openers.indexOf(opener) + 1;
    if (length < opener.count) opener.count -= length;
    else this.#openers.pop();
    return end;
  }

  /** The text up to its end, with what is still open closed from the inside out. */
  #close(): string {
    let shown = this.#text.slice(0, this.#end) + this.#suffix;
    if (this.#openers.length > MAX_OPEN) return shown;
    // A link in another one would leave that without its address: only the outermost is one yet.
    const outermost = this.#openers.find(
      (opener) => isLink(opener) && this.#text.length - opener.index <= MAX_SPAN,
    );
    for (const opener of this.#openers.toReversed()) {
      const { mark, count, index, isImage } = opener;
      if (mark === '[' && this.#text.length - index > MAX_SPAN) continue;
      const inner = shown.slice(index + count);
      const isHeld = inner.trim() === '' || (mark === '[' && !isImage && FOOTNOTE.test(inner));
      if (isHeld) shown = shown.slice(0, isImage ? index - 1 : index);
      else if (mark !== '[') shown = shown.trimEnd() + mark.repeat(count);
      else if (isImage || opener === outermost) shown += ']()';
      else shown = shown.slice(0, index) + (inner.length > MAX_HELD ? inner : '');
    }
    return shown;
  }
}

function isLink({ mark, isImage }: Opener): boolean {
  return mark === '[' && !isImage;
}

function runAt(text: string, index: number): string {
  let end = index + 1;
  while (text[end] === text[index]) end++;
  return text.slice(index, end);
}

const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const WORD = /[\p{L}\p{N}]/u;

function canOpen(mark: string, before: string, after: string): boolean {
  if (SPACE.test(after) || (mark === '_' && WORD.test(before))) return false;
  return !PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before);
}

function canClose(mark: string, before: string, after: string): boolean {
  if (SPACE.test(before) || (mark === '_' && WORD.test(after))) return false;
  return !PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after);
}
