import { Tokenizer, type Links, type MarkedOptions, type Token, type Tokens } from 'marked';
import { addressEnd, beginsAddress } from './addresses.ts';
import { containerAt, hideInnerFences, isRuleBelow } from './dialect-blocks.ts';
import { emphasisIn, isHalfDunder, type Emphasis } from './emphasis.ts';
import { alertAt, highlightAt, sourceMarkAt } from './marks.ts';
import { isFormulaDollar, maskMath, mathBlock, mathSpan, openMath, type RichSpan } from './math.ts';
import { linkBack, noteAt, notesAt } from './notes.ts';
import { isHalf, isWithheldLink, openCode, openLinkAt, withheld } from './open-spans.ts';
import { ANY_DEFINITION, citationAt, isFullReference } from './references.ts';
import { escapePipes } from './table-cells.ts';
import { breakAt, detailsAt, elementAt, htmlBlock, type Details, type HtmlBlock } from './tags.ts';
import { MAX_WITHHELD } from './withhold.ts';

/**
 * How often the characters of inline text are read, on average; the rest is plain text. marked reads the words of a link
 * again where another link in them makes it none (of "[``\\` ``](/u) ", 24 times in a row, it reads inline text 92,736 times).
 */
const MAX_READINGS = 100;

/** Marks for which marked reads on. */
const MARK = /^[`[\]<!=]/;

/** Where text may end for a construct of ours; marked ends it at brackets, backslashes and tildes itself. */
const OWN_START = /[$&【]|==/;
/** What no highlighted words begin behind: `x==1`. */
const WORD = /[=\w]/;
/** Lines in a paragraph that may begin one of our blocks. */
const OWN_BLOCK_START = /\n(?= {0,3}(?:\$\$|\\\[|\[\^|\\begin\{|:::))/g;

/** Characters from which on a line may be wrapped prose, if the next one begins with a small letter. */
const MIN_WRAPPED = 60;
const WRAP = /^ ?\n *\p{Ll}/u;

/** marked's rules, our own ones, and links whose definition has not arrived yet. */
export class ChatTokenizer extends Tokenizer {
  readonly #isOpen: boolean;
  /** The inline text of the block. */
  #block = '';
  /** Characters of inline text that may still be read in the block. */
  #rest = Infinity;
  /** Characters behind the one that {@link inlineText} is asked about, which gets them up to the next `$` only. */
  #unread = 0;

  constructor(isOpen: boolean) {
    super();
    this.#isOpen = isOpen;
  }

  /** All that is read. */
  source = '';
  /** The inline text that is read. */
  inline = '';
  /** Whether the text that has arrived ends with it: constructs without an end are read up to there. */
  #isInlineOpen = false;
  /** The same of the one that is read next. */
  #isNextOpen = false;
  /** The emphasis in it. */
  #emphasis: ReadonlyMap<number, Emphasis> = new Map();

  /** The constructs that marked does not know, as an extension of it. */
  get extensions(): NonNullable<MarkedOptions['extensions']> {
    return {
      renderers: {},
      childTokens: {},
      inline: [(src) => this.#ownInline(src) || undefined],
      startInline: [(src) => this.#ownStart(src)],
      block: [(src) => this.#ownBlock(src)],
      startBlock: [(src) => this.#ownBlockStart(src)],
    };
  }

  #ownStart(src: string): number {
    this.#unread = src.length;
    return src.search(OWN_START);
  }

  #ownInline(src: string): Token | false | undefined {
    if (this.#rest < 0) return { type: 'escape', raw: src, text: src };
    const before = this.inline[this.inline.length - src.length - 1] ?? '';
    if (src.startsWith('$') && !isFormulaDollar(before)) return undefined;
    return this.#ownSpan(src, before) || (this.#isInlineOpen && this.#openSpan(src));
  }

  #ownSpan(src: string, before: string): Token | false | undefined {
    const { tokens } = this.lexer;
    switch (src[0]) {
      case '[':
        return (
          (src === this.#block && alertAt(src)) ||
          noteAt(src, tokens.links, { isOpen: this.#isOpen, isAttached: /\S/.test(before) })
        );
      case '<':
        return breakAt(src) ?? this.#element(src);
      case '【':
        return sourceMarkAt(src);
      case '\\':
      case '$':
        return mathSpan(src);
      case '=':
        return !WORD.test(before) && this.#highlight(src);
      case '*':
      case '_':
      case '~':
        return this.#emphasized(src);
    }
    return undefined;
  }

  /** What the open text ends in. */
  #openSpan(src: string): Token | false | undefined {
    switch (src[0]) {
      case '`':
        return this.codespan(src) ?? openCode(src);
      case '!':
      case '[':
        return this.#openLink(src);
      case '\\':
      case '$':
        return openMath(src);
      case '&':
      case '<':
      case '【':
        return isHalf(src) && withheld(src);
    }
    return undefined;
  }

  #openLink(src: string): Token | undefined {
    if (!/^!?\[/.test(src)) return undefined;
    const { lexer } = this;
    const { state, tokens } = lexer;
    const link = this.link(src) ?? this.reflink(src, tokens.links);
    if (link && link.type !== 'text') return link;
    const open = openLinkAt(src);
    if (!open) return undefined;
    if (isWithheldLink(open)) return withheld(src);
    const { isImage, words, hasWords, rest } = open;
    // `[a [b` is brackets in the words of a link, or `[b` is one: the next characters tell.
    if (state.inLink && !isImage && rest === '')
      return src.includes('](') || src.length > MAX_WITHHELD ? undefined : withheld(src);
    const { inLink, linkEmitted } = state;
    Object.assign(state, { inLink: true, linkEmitted: false });
    const inner = this.#inner(words, !hasWords);
    // A link holds no link, nor an address in angle brackets.
    const isLink = isImage || !(state.linkEmitted || /<\w+:/.test(words));
    Object.assign(state, { inLink, linkEmitted: linkEmitted || !isImage });
    return isLink
      ? { type: isImage ? 'image' : 'link', raw: src, href: '', title: null, text: words, tokens: inner }
      : undefined;
  }

  /** Reads inline text in the one that is read; `isOpen` where nothing ends it but the end of that. */
  #inner(text: string, isOpen: boolean): Token[] {
    this.#isNextOpen = this.#isInlineOpen && isOpen;
    return this.lexer.inlineTokens(text);
  }

  #highlight(src: string): RichSpan | undefined {
    const span = highlightAt(src, this.#isInlineOpen);
    return span && { ...span, tokens: this.#inner(span.text, span.raw === src) };
  }

  #element(src: string): RichSpan | Tokens.Link | Tokens.Image | undefined {
    this.isTooMuch(src.length);
    const element = elementAt(src, this.#isInlineOpen);
    if (!element) return undefined;
    const { raw, name, attributes, content, isOpen } = element;
    const { href = '', src: source = '', alt = '', title } = attributes;
    if (name === 'img')
      return { type: 'image', raw, href: source, title: title ?? null, text: alt, tokens: [] };
    const { state } = this.lexer;
    const wasInLink = state.inLink;
    state.inLink ||= name === 'a';
    const tokens = this.#inner(content, isOpen);
    state.inLink = wasInLink;
    if (name === 'a') return { type: 'link', raw, href, title: title ?? null, text: content, tokens };
    return { type: 'codespan', raw, text: content, lang: name, tokens, ...(title && { title }) };
  }

  /** Where one of our blocks begins in a paragraph, behind its first line; Infinity if none does. */
  #ownBlockStart(src: string): number {
    const { links } = this.lexer.tokens;
    for (const { index } of linesAt(src).matchAll(OWN_BLOCK_START)) {
      const rest = src.slice(index + 1);
      const isBlock = containerAt(rest, false) ?? mathBlock(rest, this.#isOpen);
      if (isBlock || notesAt(rest, links).length > 0) return index + 1;
    }
    return Infinity;
  }

  #ownBlock(src: string): Token | undefined {
    return mathBlock(src, this.#isOpen) ?? this.#container(src) ?? this.#notes(src);
  }

  #container(src: string): Tokens.Blockquote | undefined {
    const container = containerAt(src, this.#isAtEnd(src));
    return (
      container && { type: 'blockquote', ...container, tokens: this.lexer.blockTokens(container.text, []) }
    );
  }

  /** Whether a line that ends here goes on in the next one only because it was long. */
  override br(src: string): Tokens.Br | undefined {
    // First this: it is asked of every piece of inline text, and the search for the line's start is long.
    if (!WRAP.test(src)) return super.br(src);
    const before = this.inline.slice(0, this.inline.length - src.length);
    return before.length - before.lastIndexOf('\n') > MIN_WRAPPED ? undefined : super.br(src);
  }

  /** Begins the inline text of a block, which is read as often as inline text may be. */
  begin(block: string, isOpen: boolean): void {
    this.#block = block;
    this.#isNextOpen = isOpen;
    this.#rest = block.length * MAX_READINGS;
  }

  /** Calls `read` for an inline text, which may stand in another one. */
  within(text: string, read: () => void): void {
    const { inline } = this;
    const isOpen = this.#isInlineOpen;
    const emphasis = this.#emphasis;
    this.inline = text;
    this.#isInlineOpen = this.#isNextOpen;
    this.#isNextOpen = false;
    this.#emphasis = new Map();
    read();
    this.inline = inline;
    this.#isInlineOpen = isOpen;
    this.#emphasis = emphasis;
  }

  /** Reads the emphasis of the inline text; returns `masked`, a copy of it without what holds no marks, with letters for formulas and elements, too. */
  readEmphasis(masked: string): string {
    const text = maskMath(this.inline, masked);
    this.#emphasis = emphasisIn(this.inline, text, this.#isInlineOpen);
    return text;
  }

  /** The emphasis that begins where the rest of the inline text does. */
  #emphasized(src: string): Tokens.Em | Tokens.Strong | Tokens.Del | Tokens.Escape | undefined {
    const index = this.inline.length - src.length;
    const found = this.#emphasis.get(index);
    if (!found) return undefined;
    const { end, size, isOpen } = found;
    const raw = src.slice(0, end - index);
    const text = raw.slice(size, isOpen ? undefined : -size);
    if (isOpen && isHalfDunder(raw)) return withheld(raw);
    const type = raw.startsWith('~') ? 'del' : size === 1 ? 'em' : 'strong';
    return { type, raw, text, tokens: this.#inner(text, isOpen) };
  }

  /** marked's own rules, which `#emphasized` replaces. */
  override emStrong(): undefined {
    return undefined;
  }

  override del(): undefined {
    return undefined;
  }

  /** Counts text as read once more. Returns whether that is too often. */
  isTooMuch(length: number): boolean {
    this.#rest -= length;
    return this.#rest < 0;
  }

  /** The last of marked's rules: a mark that comes here was looked for a partner, or an end. */
  override inlineText(src: string): Tokens.Text | undefined {
    if (MARK.test(src)) this.isTooMuch(this.#unread);
    return super.inlineText(src);
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    // In "- a\n  b\n  > - c" marked takes "b" for the text before the list in the quote, finds no list, and throws.
    delete this.lexer.state.lastToken;
    // At the end of a quote marked reads an inner quote again, with the line behind it; ours are containers: "> :::note\n> a\nb".
    return super.blockquote(src) ?? this.#container(src);
  }

  /** marked reads a list at the end of a quote again, with the line behind it; ours are footnotes: "> [^1]: a\nb". */
  override list(src: string): Tokens.List | undefined {
    return super.list(src) ?? this.#notes(src);
  }

  override html(src: string): HtmlBlock | Details | undefined {
    const isAtEnd = this.#isAtEnd(src);
    const details = detailsAt(src, isAtEnd);
    if (!details) return htmlBlock(src, isAtEnd);
    const { summary, content, ...block } = details;
    const { state } = this.lexer;
    const { top } = state;
    // Else text in an item of a list is no paragraph.
    state.top = true;
    const tokens = this.lexer.blockTokens(content, []);
    state.top = top;
    return { ...block, summary: this.lexer.inline(summary.trim()), tokens };
  }

  /** A tag that is nothing else by now is text, and so are the marks in it. */
  override tag(src: string): Tokens.Tag | undefined {
    const [raw] = this.rules.inline.tag.exec(src) ?? [];
    if (raw === undefined) return undefined;
    const text = raw.startsWith('<!--') ? '' : raw;
    return { type: 'html', raw, text, block: false, inLink: false, inRawBlock: false };
  }

  /** Whether more text may follow a block: its last line is that of the source, but for lines that are blank so far. */
  #isAtEnd(src: string): boolean {
    const line = src.slice(src.lastIndexOf('\n') + 1);
    const { source } = this;
    const isLast =
      source.endsWith(line) ||
      source
        .trimEnd()
        .replace(/(?:\n[ \t>]*)+$/, '')
        .endsWith(line);
    return this.#isOpen && isLast;
  }

  /** A pipe in code or in a formula parts no cells, though GFM says so. */
  override table(src: string): Tokens.Table | undefined {
    const table = linesAt(src);
    const escaped = escapePipes(table, this.#isAtEnd(table) && !src.includes('\n', table.length));
    if (escaped === table) return super.table(src);
    const token = super.table(escaped + src.slice(table.length));
    const lines = token?.raw.split('\n').length;
    return token && { ...token, raw: table.split('\n').slice(0, lines).join('\n') };
  }

  override lheading(src: string): Tokens.Heading | undefined {
    const heading = super.lheading(src.slice(0, this.#ownBlockStart(src)));
    return heading && !isRuleBelow(heading.raw) ? heading : undefined;
  }

  /** A fence of markdown may have fences in it. */
  override fences(src: string): Tokens.Code | undefined {
    const code = super.fences(hideInnerFences(src));
    return code && { ...code, raw: src.slice(0, code.raw.length), text: code.text.replaceAll('\0', '`') };
  }

  /** Footnotes are a list, each behind a link back to its number in the text. */
  #notes(src: string): Tokens.List | undefined {
    const { lexer } = this;
    const items = notesAt(src, lexer.tokens.links).map(({ raw, label, text }): Tokens.ListItem => {
      const back = { type: 'text', raw: '', text: '', tokens: lexer.inline(linkBack(label)) };
      const blocks = lexer.blockTokens(text, []);
      const loose = blocks.some(({ type }) => type === 'space');
      if (!loose) for (const block of blocks) if (block.type === 'paragraph') block.type = 'text';
      return { type: 'list_item', raw, task: false, loose, text, tokens: [back, ...blocks] };
    });
    if (items.length === 0) return undefined;
    const raw = items.reduce((text, item) => text + item.raw, '').trimEnd();
    return { type: 'list', raw, ordered: false, start: '', loose: false, items };
  }

  /** While text arrives, `[words][label]` is a link without an address: its definition may still come. */
  override reflink(src: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const citation = citationAt(src, links);
    if (citation) return citation;
    const token = super.reflink(src, links);
    if (token?.type !== 'text') return token;
    this.isTooMuch(src.length);
    return this.#isOpen && isFullReference(src) ? super.reflink(src, ANY_DEFINITION) : token;
  }

  override url(src: string): Tokens.Link | undefined {
    const token = beginsAddress(src) ? super.url(src) : undefined;
    const end = token ? addressEnd(token) : -1;
    return end < 0 ? token : super.url(src.slice(0, end));
  }
}

/** The lines of a text up to the first blank one. */
function linesAt(src: string): string {
  return src.slice(0, src.search(/\n[ \t]*\n|$/));
}
