/** A word of a source: letters and digits of any script in a row, with a `<` or `</` right before them. */
export interface SourceWord {
  readonly text: string;
  /**
   * Whether the word is part of syntax (the address of a link, the number of an item, the name of a tag),
   * which a reader need not see.
   */
  readonly isSyntax: boolean;
}

/** A range of a source. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A tag of the source. `block` is the number of the block of inline text that it stands in. */
interface Tag extends Span {
  readonly name: string;
  readonly isEnd: boolean;
  /**
   * Whether a backslash stands before the tag: then the tag is text, except in a block of HTML, where
   * backslashes mean nothing.
   */
  readonly isEscaped: boolean;
  readonly block: number;
  /** Whether nothing but quote and list marks stands before the tag in its line. */
  readonly isFirst: boolean;
}

/** A word, with the bracket of a tag: a tag that is shown as text shows its bracket, too. */
export const WORD = /(?:<\/?)?[\p{L}\p{M}\p{N}]+/gu;
const BREAKS: ReadonlySet<string> = new Set(['br', 'img']);
/** Elements with inline text. Their tags are syntax where start and end tag are in the same block. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b code del em i ins kbd mark q s small strong sub sup u'.split(' '),
);
/** Elements that are a block from start tag to end tag, with everything between. */
const WHOLE: ReadonlySet<string> = new Set(['details', 'table']);
/** Elements that are such a block only where no blank line is between their tags. */
const SHORT_WHOLE: ReadonlySet<string> = new Set('blockquote div dl h1 h2 h3 h4 h5 h6 ol p ul'.split(' '));
/** Further elements that work inside of such a block. */
const IN_WHOLE: ReadonlySet<string> = new Set(
  'caption cite col colgroup dd dt hr input li pre span summary tbody td tfoot th thead tr'.split(' '),
);

/** Where inline text ends before the next line: at a blank line, a list item, a heading, a table row. */
const BLOCK_BREAK = /\n[ \t>]*(?=\n|[-*+#][ \t]|\|[ \t][^\n]*\||#{2,6}[ \t]|\d{1,9}[.)][ \t])/;
const BLOCK_BREAKS = new RegExp(BLOCK_BREAK, 'g');
/** Quote and list marks, at the start of a line or behind a comment there. */
const CONTAINER =
  /^(?: {0,3}<!--(?:-?>|.*?-->))?[ \t]*(?:(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*)*(?:\[[ xX]\](?=\s))?/;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;

const LABEL = String.raw`(?:\\.|[^\\\[\]])+`;
const TITLE = String.raw`(?:"(?:\\.|[^\\"])*"|'(?:\\.|[^\\'])*'|\((?:\\.|[^\\()])*\))`;
const GAP = String.raw`(?:[ \t]*\n)?[ \t]*`;
/** A link definition, whose address and title may stand on lines of their own. */
const DEFINITION = new RegExp(
  String.raw`^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)(${LABEL})\]:${GAP}(?:<[^<>\n]*>|[^\s<]\S*)(?:(?=\s)${GAP}${TITLE})?[ \t]*$`,
  'gm',
);

const ATTRIBUTES = `(?:\\s+[\\w:.@-]+(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'=<>\`]+))?)*`;
const DESTINATION = `(?:<[^<>\\n]*>|(?:\\\\.|[^\\s()\\\\]|\\((?:\\\\.|[^\\s()\\\\]|\\([^\\s()]*\\))*\\))*)`;
const INLINE_SYNTAX = new RegExp(
  [
    String.raw`(?<escape>\\[^])`,
    '(?<ticks>`+)',
    '(?<comment><!--(?:-?>|[^]*?-->))',
    String.raw`(?<address><(?:[a-z][a-z\d+.-]+:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>)`,
    String.raw`(?<tag><(?<end>/?)(?<name>[a-z][a-z\d-]*)${ATTRIBUTES}\s*/?>)`,
    String.raw`(?<target>\]\(\s*${DESTINATION}(?:\s+${TITLE})?\s*\))`,
    String.raw`\]\[(?<label>${LABEL})\]`,
    String.raw`(?<note>\[\^[^\[\]\s]+\]:?)`,
    String.raw`(?<reference>&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)`,
    '(?<mark>【[^】\\n]*†[^】\\n]*】)',
  ].join('|'),
  'gi',
);

/**
 * The words of an answer, each with whether it is part of syntax. This parser is independent of the renderer
 * that it checks. In doubt it is simpler than CommonMark (indented code, a link in a link): what looks like
 * syntax counts as syntax, and of code only the line of the fence.
 *
 * @example
 * wordsOf('1. See [the docs](/a "b"), `<b>` and List<String>.');
 * // 1, and a and b of the link, are syntax; See, the, docs, <b, and, List, <String are not
 */
export function wordsOf(source: string): SourceWord[] {
  const characters = source.split('');
  const syntax = new Set(
    new SyntaxFinder(source)
      .find()
      .flatMap(({ start, end }) => characters.slice(start, end).map((_, at) => start + at)),
  );
  const read = (isSyntax: boolean): (SourceWord & { index: number })[] => {
    const text = characters.map((character, at) => (syntax.has(at) === isSyntax ? character : ' ')).join('');
    return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, isSyntax, index }));
  };
  return [...read(true), ...read(false)]
    .toSorted((one, other) => one.index - other.index)
    .map(({ text, isSyntax }) => ({ text, isSyntax }));
}

/** Finds the ranges of a source that are syntax. */
class SyntaxFinder {
  readonly #source: string;
  readonly #found: Span[] = [];
  readonly #prose: Span[] = [];
  readonly #labels = new Set<string>();
  readonly #tags: Tag[] = [];
  #block = 0;

  constructor(source: string) {
    this.#source = source;
  }

  find(): readonly Span[] {
    this.#readLines();
    for (const span of this.#prose) this.#readDefinitions(span);
    for (const span of this.#prose) this.#readInlines(span);
    this.#readTags();
    return this.#found;
  }

  /** Separates fenced code from prose, and finds syntax by the start of each line. */
  #readLines(): void {
    let fence: { mark: string; quotes: number; indent: number; isMarkdown: boolean } | undefined;
    /** The open fences inside of a ```markdown fence. */
    let inner = 0;
    /** The column at which the text of the last list item begins. */
    let item = 0;
    let start = 0;
    let end = 0;
    for (const line of this.#source.split('\n')) {
      const [marks = ''] = CONTAINER.exec(line) ?? [];
      const quotes = line.replace(/[^>].*/, '').length;
      const text = line.slice(marks.length);
      const lineStart = end;
      end += line.length + 1;
      if (fence) {
        const isClosing = new RegExp(`^[\\s>]*${fence.mark}[${fence.mark[0]}]*\\s*$`).test(line);
        const isBehindItem = line.trim() !== '' && indentOf(line) < fence.indent;
        if (fence.quotes > 0)
          this.#found.push({ start: lineStart, end: lineStart + line.search(/[^ \t>]|$/) });
        if (fence.isMarkdown && line.startsWith(fence.mark) && !(isClosing && inner === 0)) {
          inner += isClosing ? -1 : 1;
          continue;
        }
        if (!isClosing && !isBehindItem && quotes >= fence.quotes) continue;
        fence = undefined;
        start = isClosing ? end : lineStart;
        if (isClosing) continue;
      }
      this.#found.push({ start: lineStart, end: lineStart + marks.length });
      if (/[-*+.)]\s/.test(marks)) item = marks.length;
      else if (line.trim() !== '') item = Math.min(item, indentOf(line));
      const opening = FENCE.exec(text);
      if (opening) {
        const isMarkdown = /^`+ *(?:markdown|md)$/.test(text);
        fence = { mark: opening[1] ?? opening[2] ?? '', quotes, indent: item, isMarkdown };
        this.#prose.push({ start, end: lineStart });
        this.#found.push({ start: lineStart, end });
        start = end;
      }
    }
    if (!fence) this.#prose.push({ start, end: this.#source.length });
  }

  #readDefinitions({ start, end }: Span): void {
    for (const { index, 0: raw, 1: label = '' } of this.#source.slice(start, end).matchAll(DEFINITION)) {
      this.#labels.add(normalize(label));
      this.#found.push({ start: start + index, end: start + index + raw.length });
    }
  }

  #readInlines({ start, end }: Span): void {
    const prose = this.#source.slice(0, end);
    this.#block++;
    let seen = start;
    INLINE_SYNTAX.lastIndex = start;
    for (let match = INLINE_SYNTAX.exec(prose); match; match = INLINE_SYNTAX.exec(prose)) {
      const { index, 0: raw, groups = {} } = match;
      this.#block += prose.slice(seen, index).match(BLOCK_BREAKS)?.length ?? 0;
      seen = index;
      if (groups['ticks']) INLINE_SYNTAX.lastIndex = endOfCode(prose, index, raw);
      else if (groups['escape']) this.#readEscape(prose, index);
      else if (groups['address']) this.#found.push({ start: index, end: index + 1 });
      else if (groups['comment'] && this.#isCut(index, raw)) INLINE_SYNTAX.lastIndex = index + 4;
      else if (groups['name']) this.#addTag(match);
      else if (groups['label'] !== undefined) this.#addLabel(groups['label'], index, raw);
      else this.#found.push({ start: index, end: index + raw.length });
    }
  }

  /** A tag behind a backslash is text, except in a block of HTML. */
  #readEscape(prose: string, index: number): void {
    const end = INLINE_SYNTAX.lastIndex;
    INLINE_SYNTAX.lastIndex = index + 1;
    const match = INLINE_SYNTAX.exec(prose);
    if (match?.index === index + 1 && match.groups?.['name']) this.#addTag(match, true);
    else INLINE_SYNTAX.lastIndex = end;
  }

  /** Whether a comment is text, because its block ends before the comment does. */
  #isCut(index: number, raw: string): boolean {
    const line = this.#source.slice(this.#source.lastIndexOf('\n', index - 1) + 1, index);
    return line.replace(/[ \t>]/g, '') !== '' && BLOCK_BREAK.test(raw);
  }

  #addTag({ index, 0: raw, groups = {} }: RegExpExecArray, isEscaped = false): void {
    const line = this.#source.slice(this.#source.lastIndexOf('\n', index - 1) + 1, index);
    this.#tags.push({
      name: (groups['name'] ?? '').toLowerCase(),
      isEnd: groups['end'] === '/',
      isEscaped,
      block: this.#block,
      isFirst: line.replace(CONTAINER, '').trim() === '',
      start: index,
      end: index + raw.length,
    });
  }

  /**
   * `[1][2]` are two citations. In all other cases a defined label is hidden. The closing bracket may begin
   * the next label.
   */
  #addLabel(label: string, index: number, raw: string): void {
    const end = index + raw.length;
    INLINE_SYNTAX.lastIndex = end - 1;
    const isCitation = /^\d+$/.test(label) && /\[\d+$/.test(this.#source.slice(0, index));
    if (!isCitation && this.#labels.has(normalize(label))) this.#found.push({ start: index, end });
  }

  #readTags(): void {
    const wholes = this.#tags.flatMap((tag, at) => this.#wholeFrom(tag, at));
    const isInWhole = ({ start }: Tag): boolean =>
      wholes.some((whole) => start >= whole.start && start < whole.end);
    const open: Tag[] = [];
    for (const tag of this.#tags) {
      const { name, isEnd, block } = tag;
      if (tag.isEscaped && !isInWhole(tag)) continue;
      const isPart =
        isInWhole(tag) && [IN_WHOLE, INLINE, WHOLE, SHORT_WHOLE].some((names) => names.has(name));
      if (BREAKS.has(name) || isPart) this.#found.push(tag);
      else if (INLINE.has(name) && !isEnd) open.push(tag);
      else if (INLINE.has(name)) {
        const at = open.findLastIndex((other) => other.name === name && other.block === block);
        if (at >= 0) this.#found.push(tag, ...open.splice(at, 1));
      }
    }
  }

  /** The block of HTML that a tag begins, if the end tag has come. */
  #wholeFrom({ name, isEnd, isFirst, block, start }: Tag, at: number): Span[] {
    if (isEnd || !isFirst || !(WHOLE.has(name) || SHORT_WHOLE.has(name))) return [];
    let depth = 0;
    for (const tag of this.#tags.slice(at)) {
      if (tag.block !== block && SHORT_WHOLE.has(name)) break;
      if (tag.name === name) depth += tag.isEnd ? -1 : 1;
      if (depth === 0) return [{ start, end: tag.end }];
    }
    return [];
  }
}

/**
 * Where a code span ends that begins with these backticks; without an end in its paragraph, the index behind
 * the backticks.
 */
function endOfCode(prose: string, start: number, ticks: string): number {
  const from = start + ticks.length;
  const [paragraph = ''] = prose.slice(from).split(BLOCK_BREAK, 1);
  const close = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(paragraph);
  return close ? from + close.index + ticks.length : from;
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}

function normalize(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
