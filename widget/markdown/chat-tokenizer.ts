import { Tokenizer, type Links, type MarkedOptions, type Token, type Tokens } from 'marked';
import { addressEnd, beginsAddress } from './addresses.ts';
import { containerAt, hideInnerFences, isRuleBelow } from './dialect-blocks.ts';
import { emphasisIn, type EmphasisInText } from './emphasis.ts';
import { alertAt, highlightAt, sourceMarkAt } from './marks.ts';
import { isFormulaDollar, mathBlock, mathSpan, type RichSpan } from './math.ts';
import { linkBack, noteAt, notesAt } from './notes.ts';
import { ANY_DEFINITION, citationAt, isFullReference } from './references.ts';
import { escapePipes } from './table-cells.ts';
import { breakAt, detailsAt, elementAt, htmlBlock, type Details, type HtmlBlock } from './tags.ts';

/**
 * How often the characters of inline text are read, on average; the rest is plain text. marked reads the words of a link
 * again where another link in them makes it none (of "[``\\` ``](/u) ", 24 times in a row, it reads inline text 92,736 times).
 */
const MAX_READINGS = 100;

/** Marks for which marked reads on. */
const MARK = /^[`[\]<!=]/;

/** Where text may end for a construct of ours; marked ends it at brackets, backslashes and tildes itself. */
const OWN_START = /[$【]|==/;
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
  /** The emphasis in it. */
  emphasis: EmphasisInText | undefined;
  /** Where the marks stand in the inline text of the block that further text may close. */
  openEmphasis: ReadonlySet<number> = new Set();

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
    const { tokens, state } = this.lexer;
    const index = this.inline.length - src.length;
    switch (src[0]) {
      case '[':
        return (
          (src === this.#block && alertAt(src)) ||
          noteAt(src, tokens.links, {
            isOpen: this.#isOpen,
            isAttached: /\S/.test(this.inline[index - 1] ?? ''),
            inLink: state.inLink,
          })
        );
      case '<':
        return breakAt(src) ?? this.#element(src);
      case '【':
        return sourceMarkAt(src);
      case '\\':
        return mathSpan(src);
      case '$':
        return isFormulaDollar(this.inline, index) ? mathSpan(src) : undefined;
      case '=':
        return WORD.test(this.inline[index - 1] ?? '') ? undefined : this.#highlight(src);
    }
    return undefined;
  }

  #highlight(src: string): RichSpan | undefined {
    const span = highlightAt(src);
    return span && { ...span, tokens: this.lexer.inlineTokens(span.text) };
  }

  #element(src: string): RichSpan | Tokens.Link | Tokens.Image | undefined {
    this.isTooMuch(src.length);
    const element = elementAt(src);
    if (!element) return undefined;
    const { raw, name, attributes, content } = element;
    const { href = '', src: source = '', alt = '', title } = attributes;
    if (name === 'img')
      return { type: 'image', raw, href: source, title: title ?? null, text: alt, tokens: [] };
    const { state } = this.lexer;
    const wasInLink = state.inLink;
    state.inLink ||= name === 'a';
    const tokens = this.lexer.inlineTokens(content);
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
  begin(block: string): void {
    this.#block = block;
    this.openEmphasis = new Set();
    this.#rest = block.length * MAX_READINGS;
  }

  /** Reads the emphasis of the inline text, of which `masked` is a copy without what holds no marks. */
  readEmphasis(masked: string): void {
    this.emphasis = emphasisIn(this.inline, masked);
    if (this.inline === this.#block) this.openEmphasis = this.emphasis.open;
  }

  /** The emphasis that begins where the rest of the inline text does. */
  #emphasis(src: string): { raw: string; text: string; size: number; tokens: Token[] } | undefined {
    const index = this.inline.length - src.length;
    const { end, size } = this.emphasis?.found.get(index) ?? {};
    if (!end || !size) return undefined;
    const raw = src.slice(0, end - index);
    const text = raw.slice(size, -size);
    return { raw, text, size, tokens: this.lexer.inlineTokens(text) };
  }

  override emStrong(src: string): Tokens.Em | Tokens.Strong | undefined {
    const found = /^[*_]/.test(src) ? this.#emphasis(src) : undefined;
    if (!found) return undefined;
    const { size, ...token } = found;
    return { ...token, type: size === 1 ? 'em' : 'strong' };
  }

  override del(src: string): Tokens.Del | undefined {
    const found = src.startsWith('~') ? this.#emphasis(src) : undefined;
    return found && { type: 'del', raw: found.raw, text: found.text, tokens: found.tokens };
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

  /** Whether more text may follow a block: its last line is that of the source. */
  #isAtEnd(src: string): boolean {
    return this.#isOpen && this.source.endsWith(src.slice(src.lastIndexOf('\n') + 1));
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
