import type { Token } from 'marked';
import { isHalfDunder } from './emphasis.ts';
import { OPEN_HIGHLIGHT } from './marks.ts';
import { openMath } from './math.ts';
import { endTagFor, isHalfTag } from './tags.ts';
import { MAX_WITHHELD } from './withhold.ts';

/** Characters after which a `[` or a backtick that nothing closes yet is literal; emphasis stays open to the block's end. */
const MAX_SPAN = 240;

/** Marks at the end of a text, which may be half of longer ones, or have no content yet; looked for from the first one of a run only. */
const LAST_MARKS = /(?:\\|(?<![*_~=!$\\]))[*_~=!$]+$|\\$/;

/** Where a construct may begin or end in text that marked found none in. */
const MARK = /`+|\*+|_+|~~+|(?<![=\w])==|!?\[|\]|[<&【]|\\[([]|\$/g;

/** Half a character reference, half a mark of a source. */
const HALF = /^(?:&#?\w{0,31}|【(?:\d[^】\n]{0,80})?)$/i;

/** Behind `[words]`, the beginning of `(/x "title")` and of `[label]`: both make a link. */
const HALF_ADDRESS =
  /^\(\s*(?!\s)(?:<[^>\n]{0,120}>?|[\x21-\x7e]*[^\s\x21-\x7e]{0,120})(?:\s+(?:"[^"]{0,120}"?|'[^']{0,120}'?|\([^)]{0,120})?)?$/;
const HALF_LABEL = /^\[[^\]]{0,119}$/;

/** `[1]`, `[2, p. 14]`, `[doc1]`, `[^note]` and `[!NOTE]` are seldom links, so their brackets are likely to stay. */
const CITATION = /^(?:(?:d|do|doc)?\d*|\d+(?:[,;–-]\s*\d*)*|\d+,[^\]]{0,20}|!\w{0,9}|\^[^\s\]]{0,100})$/;

/** White space and opening brackets at the end of words. */
const NO_END = /[\s\p{Ps}]+$/u;

interface Opener {
  /** What closes it: `**`, or `]()`. */
  readonly mark: string;
  readonly index: number;
  /** Behind the mark that opens it. */
  readonly start: number;
}

/** Inline text without the marks at its end, about which the next characters decide: `some **` is `some `. */
export function withoutLastMarks(text: string): string {
  return text.replace(LAST_MARKS, '');
}

/**
 * Inline text that may end in the middle of a construct, with emphasis and code closed (`**bo` is `**bo**`), the address of a
 * link left out (`[a](http` is `[a]()`), and cut off what has no content yet. `tokens` are those of the text as it stands: where
 * they are more than text, marked has found the end of the construct. `emphasis` is where marks stand that may still be closed.
 *
 * @example
 * completeInlines('some **bo', tokens, new Set([5])); // 'some **bo**'
 * completeInlines('[docs](https://exa', tokens, new Set()); // '[docs]()'
 */
export function completeInlines(
  text: string,
  tokens: readonly Token[],
  emphasis: ReadonlySet<number>,
): string {
  return new Completer(text, emphasis).run(tokens);
}

class Completer {
  readonly #text: string;
  readonly #emphasis: ReadonlySet<number>;
  /** What is shown where the text ends in a construct that holds no other one. */
  #cut: string | undefined;
  #openers: Opener[] = [];

  constructor(text: string, emphasis: ReadonlySet<number>) {
    this.#text = text;
    this.#emphasis = emphasis;
  }

  /** Looks through the tokens up to a construct that has no end. */
  run(tokens: readonly Token[]): string {
    let index = 0;
    for (const { type, raw } of tokens) {
      const end = index + raw.length;
      if (type === 'text' || /^\\[([]$/.test(raw)) this.#marks(index, end);
      else if (type === 'html') this.#tag(raw, index);
      else if (type === 'link' && /^[[<]/.test(raw)) this.#dropLinks();
      if (this.#cut !== undefined) break;
      index = end;
    }
    return this.#close(this.#cut ?? this.#text);
  }

  #marks(start: number, end: number): void {
    const shown = this.#text.slice(0, end);
    MARK.lastIndex = start;
    for (let match = MARK.exec(shown); match; match = MARK.exec(shown)) {
      this.#mark(match[0], match.index);
      if (this.#cut !== undefined) return;
    }
  }

  #mark(mark: string, index: number): void {
    const text = this.#text;
    const behind = index + mark.length;
    switch (mark[0]) {
      case '`':
        this.#code(mark, index);
        break;
      case '<':
      case '&':
      case '【':
        if (HALF.test(text.slice(index)) || isHalfTag(text.slice(index))) this.#cut = text.slice(0, index);
        break;
      case '\\':
      case '$':
        this.#cut = openMath(text, index);
        break;
      case '=':
        if (OPEN_HIGHLIGHT.test(text.slice(index))) this.#open(mark, index);
        break;
      case '!':
      case '[':
        // `[ x = \frac{1}{2} ]` is a formula that lost its backslashes.
        if (/^\s/.test(text.slice(behind))) return;
        this.#openers.push({ mark: ']()', index, start: behind });
        break;
      case ']':
        this.#bracket(index);
        break;
      default: {
        if (!this.#emphasis.has(index)) return;
        if (isHalfDunder(mark, text.slice(behind))) this.#cut = text.slice(0, index);
        else this.#open(mark, index);
      }
    }
  }

  /** `<b>` with a word right behind it is likely to get its end; in "use <b> for" it is a word itself. */
  #tag(raw: string, index: number): void {
    const mark = endTagFor(raw);
    const start = index + raw.length;
    if (!mark || /^\s/.test(this.#text.slice(start))) return;
    this.#openers.push({ mark, index, start });
  }

  #code(mark: string, index: number): void {
    const text = this.#text;
    const content = text.slice(index + mark.length).replace(/`*$/, '');
    // "@ and `. Then" names the mark.
    if (content.length > MAX_SPAN || /^[.,;:!?)]\s/.test(content)) return;
    this.#cut = text.slice(0, index) + (/[^\s.,;:!?)]/.test(content) ? mark + content + mark : '');
  }

  /** In `*a *b` only the last `*` may be emphasis: two closing marks in a row would be read as `**`. */
  #open(mark: string, index: number): void {
    this.#openers = this.#openers.filter((opener) => opener.mark !== mark);
    this.#openers.push({ mark, index, start: index + mark.length });
  }

  #bracket(index: number): void {
    const text = this.#text;
    const at = this.#openers.findLastIndex(isBracket);
    const opener = this.#openers[at];
    if (!opener || index - opener.start > MAX_SPAN) return;
    const label = text.slice(opener.start, index);
    const rest = text.slice(index + 1);
    // `[a [b]` is brackets in the words of a link, or a link in brackets: the next character tells.
    if (rest === '' && this.#openers.slice(0, at).some((other) => isLink(other))) {
      this.#cut = text.slice(0, index);
      return;
    }
    this.#openers.length = at;
    const isAddress = HALF_ADDRESS.test(rest);
    if (!isAddress && rest !== '' && !HALF_LABEL.test(rest)) return;
    // `[1][2` are two citations, or `[1][label` the text of a link.
    const isHeld = !isAddress && isLink(opener) && CITATION.test(label);
    this.#cut = isHeld ? text.slice(0, opener.index) : `${text.slice(0, index)}]()`;
    if (isLink(opener) && !isHeld) this.#dropLinks();
  }

  /** Drops the open `[` around a link, as in `[a [b](c)`: a link holds no link. Those around an image, `[![b](c)`, stay. */
  #dropLinks(): void {
    const image = this.#openers.findLastIndex((opener) => isBracket(opener) && !isLink(opener));
    this.#openers = this.#openers.filter((opener, index) => !isLink(opener) || index <= image);
  }

  /** Closes the open constructs at the end of a text, from the inside out. */
  #close(text: string): string {
    let shown = text;
    const isNear = ({ index }: Opener): boolean => this.#text.length - index <= MAX_SPAN;
    // A link holds no link: in `[a [b` only the outer bracket is closed.
    const outermost = this.#openers.find((opener) => isLink(opener) && isNear(opener));
    for (const opener of this.#openers.toReversed()) {
      const { mark, index, start } = opener;
      if (/^[\]<]/.test(mark) && !isNear(opener)) continue;
      // Nothing of this may stand before a closing mark.
      if (/^[*_~]/.test(mark)) shown = shown.slice(0, start) + shown.slice(start).replace(NO_END, '');
      const inner = shown.slice(start);
      if (inner.trim() === '' || (isLink(opener) && CITATION.test(inner))) shown = shown.slice(0, index);
      else if (!isBracket(opener)) shown = shown.trimEnd() + mark;
      else if (!isLink(opener) || opener === outermost) shown += mark;
      else shown = shown.slice(0, index) + (inner.length > MAX_WITHHELD ? inner : '');
    }
    return shown;
  }
}

function isBracket({ mark }: Opener): boolean {
  return mark === ']()';
}

/** The bracket of a link, and not of an image. */
function isLink(opener: Opener): boolean {
  return isBracket(opener) && opener.start - opener.index === 1;
}
