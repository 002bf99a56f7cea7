import { isBesideCjk } from './cjk.ts';
import { highlightAt, openMark } from './marks.ts';
import { MATH_START, mathSpan, openMath } from './math.ts';
import { MAX_WITHHELD } from './withhold.ts';

/** Characters after which a `[` or a backtick that nothing closes yet is literal; emphasis stays open to the block's end. */
const MAX_SPAN = 240;
/** Constructs that are closed at once; with more, marked would read the rest of the text for each of them. */
const MAX_OPEN = 100;

const AUTOLINK = /^<(?:[a-z][a-z\d.+-]+:|[^\s@]+@)\S*>/i;
/** `(/x "title")`, its beginning, and the beginning of `[label]`: behind `[words]` each makes a link. */
const ADDRESS =
  /^\((?:\s*(?:<[^>\n]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*)\)/;
const HALF_ADDRESS =
  /^\(\s*(?!\s)(?:<[^>\n]{0,120}>?|[\x21-\x7e]*[^\s\x21-\x7e]{0,120})(?:\s+(?:"[^"]{0,120}"?|'[^']{0,120}'?|\([^)]{0,120})?)?$/;
const HALF_LABEL = /^\[[^\]]{0,119}$/;
const BARE_URL = /(?:https?:\/\/|www\.)[^\s<]*[^\s<?!.,:;*_~'"()&]/y;

/** `[1]`, `[^note]` and `[!NOTE]` are seldom links, so their brackets are likely to stay. */
const CITATION = /^(?:\d*|!\w{0,9}|\^[^\s\]]{0,100})$/;

interface Opener {
  readonly mark: string;
  count: number;
  readonly index: number;
  readonly isImage: boolean;
}

/**
 * Inline text that may end in the middle of a construct, with emphasis and code closed (`**bo` is `**bo**`), the address
 * of a link left out (`[a](http` is `[a]()`), and marks cut off that have no content yet (`word **` is `word `).
 *
 * @example
 * completeInlines('some **bo'); // 'some **bo**'
 * completeInlines('[docs](https://exa'); // '[docs]()'
 * completeInlines('word **'); // 'word '
 */
export function completeInlines(text: string): string {
  return /[*_~`[\]<&\\!$=【]/.test(text) ? new Completer(text).run() : text;
}

class Completer {
  readonly #text: string;
  #end: number;
  #suffix = '';
  #openers: Opener[] = [];
  /** Lengths of runs of backticks of which no other one follows. */
  readonly #single = new Set<number>();
  /** How many open marks were taken out of the openers. */
  #dropped = 0;

  constructor(text: string) {
    this.#text = text;
    this.#end = text.length;
  }

  run(): string {
    let index = 0;
    while (index < this.#end) index = this.#step(index);
    return this.#close();
  }

  /** Reads the construct at an index; returns the index behind it. */
  #step(index: number): number {
    const text = this.#text;
    switch (text[index]) {
      case '=':
      case '【':
        return this.#mark(index);
      case '$':
        return this.#math(index, index + 1);
      case '\\':
        return index + 1 < text.length ? this.#math(index, index + 2) : this.#cut(index);
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

  #mark(index: number): number {
    const rest = this.#text.slice(index);
    if (rest.startsWith('=') && /[=\w]/.test(this.#text[index - 1] ?? '')) return index + 1;
    const [raw] = highlightAt(rest) ?? [];
    if (raw) return index + raw.length;
    const open = openMark(rest);
    if (open === undefined) return index + 1;
    return this.#cut(index, open && `==${completeInlines(open.slice(2)).trimEnd()}==`);
  }

  /** Skips a formula, or closes it at the end of the text; returns `next` if there is none. */
  #math(index: number, next: number): number {
    const rest = this.#text.slice(index);
    if (MATH_START.exec(this.#text.slice(Math.max(0, index - 1), next))?.index !== Math.min(1, index))
      return next;
    const length = mathSpan(rest)?.raw.length ?? 0;
    // `$5-$` may go on as `$5-$10`.
    if (length > 0 && !(length === rest.length && /^\$\d/.test(rest))) return index + length;
    const open = openMath(rest);
    return open ? this.#cut(index + open.end, open.suffix) : next;
  }

  #code(index: number): number {
    const run = runAt(this.#text, index);
    const start = index + run.length;
    if (this.#single.has(run.length)) return start;
    for (const { 0: other, index: at } of this.#text.slice(start).matchAll(/`+/g)) {
      if (other.length === run.length) return start + at + run.length;
    }
    if (this.#text.length - index > MAX_SPAN) {
      this.#single.add(run.length);
      return start;
    }
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
    return rest.length <= MAX_WITHHELD && /^<(?:[a-zA-Z/!?][^>]*)?$/.test(rest)
      ? this.#cut(index)
      : index + 1;
  }

  /** Skips a bare URL, which the words of a link cannot hold. The `**` at the end of `**https://a.example**` is none of it. */
  #url(index: number): number {
    if (this.#openers.some(isLink)) return index + 1;
    BARE_URL.lastIndex = index;
    return index + (BARE_URL.exec(this.#text)?.[0].length ?? 1);
  }

  #bracket(index: number): number {
    const at = this.#openers.findLastIndex(({ mark }) => mark === '[');
    const opener = this.#openers[at];
    if (!opener) return index + 1;
    const { index: start, isImage } = opener;
    const label = this.#text.slice(start + 1, index);
    const rest = this.#text.slice(index + 1);
    // `[a [b]` is brackets in the words of a link, or a link in brackets: the next character tells.
    if (rest === '' && this.#openers.some((other) => isLink(other) && other.index < start))
      return this.#cut(index);
    this.#openers.length = at;
    const [address] = ADDRESS.exec(rest) ?? [];
    if (address) return this.#link(isImage, index + 1 + address.length);
    if (label.length > MAX_SPAN) return index + 1;
    if (HALF_ADDRESS.test(rest)) return this.#link(isImage, this.#cut(index + 1, '()'));
    const isHalf = rest === '' ? this.#text[start - 1] !== ']' : HALF_LABEL.test(rest);
    if (!isHalf) return index + 1;
    // `[1][2` are two citations, or `[1][label` the text of a link.
    return CITATION.test(label) && !isImage
      ? this.#cut(start)
      : this.#link(isImage, this.#cut(index + 1, '()'));
  }

  /** Drops the open `[` around a link, as in `[a [b](c)`: a link holds no link. Those around an image, `[![b](c)`, stay. */
  #link(isImage: boolean, end: number): number {
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
    const before = characterBefore(this.#text, index);
    const after = String.fromCodePoint(this.#text.codePointAt(end) ?? 32);
    if (opener && canClose(mark, before, after)) return this.#closeRun(opener, run.length, end);
    if (canOpen(mark, before, after)) this.#open({ mark, count: run.length, index, isImage: false });
    return end;
  }

  /** In `*a *b` only the last `*` may be emphasis: two closing marks in a row would be read as `**`. */
  #open(opener: Opener): void {
    const others = this.#openers.filter(({ mark, count }) => mark !== opener.mark || count !== opener.count);
    this.#dropped += this.#openers.length - others.length;
    this.#openers = [...others, opener];
  }

  #closeRun(opener: Opener, length: number, end: number): number {
    this.#openers.length = this.#openers.indexOf(opener) + 1;
    if (length < opener.count) opener.count -= length;
    else this.#openers.pop();
    return end;
  }

  /** The text up to its end, with open constructs closed from the inside out. */
  #close(): string {
    let shown = this.#text.slice(0, this.#end) + this.#suffix;
    if (this.#openers.length + this.#dropped > MAX_OPEN) return shown;
    // A link holds no link: in `[a [b` only the outer bracket is closed.
    const outermost = this.#openers.find(
      (opener) => isLink(opener) && this.#text.length - opener.index <= MAX_SPAN,
    );
    for (const opener of this.#openers.toReversed()) {
      const { mark, count, index, isImage } = opener;
      if (mark === '[' && this.#text.length - index > MAX_SPAN) continue;
      const inner = shown.slice(index + count);
      const isWithheld = inner.trim() === '' || (mark === '[' && !isImage && CITATION.test(inner));
      if (isWithheld) shown = shown.slice(0, isImage ? index - 1 : index);
      else if (mark !== '[') shown = shown.trimEnd() + mark.repeat(count);
      else if (isImage || opener === outermost) shown += ']()';
      else shown = shown.slice(0, index) + (inner.length > MAX_WITHHELD ? inner : '');
    }
    return shown;
  }
}

/** The character before an index, with the one before that where it may be a variation selector. */
function characterBefore(text: string, index: number): string {
  return text.slice(Math.max(0, index - 2), index) || ' ';
}

function isLink({ mark, isImage }: Opener): boolean {
  return mark === '[' && !isImage;
}

function runAt(text: string, index: number): string {
  let end = index + 1;
  while (text[end] === text[index]) end++;
  return text.slice(index, end);
}

const SPACE = /\s$/;
const PUNCTUATION = /[\p{P}\p{S}]$/u;
const WORD = /[\p{L}\p{N}]$/u;
const CLOSING = /\p{Pe}$/u;

/** Stricter than CommonMark beside closing brackets, for the sake of `\mathbf{v}_1` and `A^{*}`. */
function canOpen(mark: string, before: string, after: string): boolean {
  if (SPACE.test(after) || CLOSING.test(after)) return false;
  if (mark === '_' ? WORD.test(before) || CLOSING.test(before) : isBesideCjk(before, after))
    return mark !== '_';
  return !PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before);
}

function canClose(mark: string, before: string, after: string): boolean {
  if (SPACE.test(before) || (mark === '_' && WORD.test(after))) return false;
  if (mark !== '_' && !SPACE.test(after) && isBesideCjk(before, after)) return true;
  return !PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after);
}
