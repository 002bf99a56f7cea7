import { Lexer, Tokenizer, type Links, type Token, type Tokens, type TokensList } from 'marked';

/**
 * Levels of block nesting, and of inline nesting inside a block, that are read as markdown; what lies
 * deeper is plain text. marked recurses per level and overflows the stack at a few thousand.
 */
export const MAX_DEPTH = 100;

/** Characters after which a delimiter that nothing closes yet is taken for a literal one. */
export const MAX_SPAN = 240;

// A full reference whose label is a word, or whose text ends in one: `[text][label]`, `[text][1]`, `[text][]`, not
// `matrix[0][1]`.
const FULL_REFERENCE =
  /^!?\[((?:[^[\]\\]|\\.)+)\]\[(?:(?!\d*\]|.\])(?:[^[\]\\]|\\.)+|(?<=\p{L}{2}[*_`]*\]\[)\d*)\]/u;

/** What every match of marked's rule for bare URLs and mail addresses begins with. */
const BARE_URL_START = /^(?:www\.|[\w.+-]+[:@])/;

// marked sees a list in the text of a setext heading, which the list would end, only by a space behind the marker.
const TABBED_ITEM = /\n {0,3}(?:[*+-]|1[.)])\t[ \t]*\S/;

/** marked's rules with the nesting cap. */
class CappedTokenizer extends Tokenizer {
  readonly #isOpen: boolean;
  #depth = 0;

  constructor(isOpen: boolean) {
    super();
    this.#isOpen = isOpen;
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    const { state } = this.lexer;
    const { lastToken, top } = state;
    // Else marked takes the text before the quote for text before a list in it, finds no list, and throws.
    Object.assign(state, { lastToken: undefined });
    try {
      return this.#nest(() => super.blockquote(src));
    } finally {
      // marked leaves it as a list in the quote has it, where a line without a marker goes on in that.
      Object.assign(state, { lastToken, top });
    }
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nest(() => super.list(src));
  }

  override lheading(src: string): Tokens.Heading | undefined {
    const token = super.lheading(src);
    return token && TABBED_ITEM.test(token.text) ? undefined : token;
  }

  // CommonMark 4.7: a definition is the beginning of a paragraph. marked reads labels and titles on past its end.
  override def(src: string): Tokens.Def | undefined {
    const token = super.def(src);
    if (!token?.raw.includes('\n')) return token;
    const [paragraph = ''] = this.rules.block.paragraph.exec(src.slice(0, token.raw.length + MAX_SPAN)) ?? [];
    return super.def(paragraph);
  }

  // While text is arriving, the definition may still come: until then the link is one without an address.
  override reflink(src: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const token = super.reflink(src, links);
    if (!this.#isOpen || token?.type !== 'text') return token;
    const [raw, text] = FULL_REFERENCE.exec(src) ?? [];
    if (raw === undefined || text === undefined || text.length > MAX_SPAN) return token;
    const type = src.startsWith('!') ? 'image' : 'link';
    const { state } = this.lexer;
    const { inLink } = state;
    // As marked has it: there is no bare URL in a link, and a link with another one in it is none.
    state.inLink = true;
    const tokens = this.lexer.inlineTokens(text);
    state.inLink = inLink;
    if (type === 'link') state.linkEmitted = true;
    return { type, raw, href: '', title: null, text, tokens };
  }

  // WebKit searches the whole rest of the text for this rule, which every alternative anchors at its start.
  override url(src: string): Tokens.Link | undefined {
    return BARE_URL_START.test(src) ? super.url(src) : undefined;
  }

  #nest<T>(tokenize: () => T): T | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth++;
    try {
      return tokenize();
    } finally {
      this.#depth--;
    }
  }
}

/** Markdown that is still arriving, as tokens. */
export interface OpenTokens {
  readonly tokens: TokensList;
  /** The part of the source that the tokens stand for; the rest is held back. */
  readonly visible: string;
  /** The block that is still growing. */
  readonly leaf?: Token | undefined;
}

/** What makes unfinished text fit to be shown. */
export interface Completion {
  /** How many characters at the end of the source must not be shown yet. */
  holdBack(source: string, leaf: Token | undefined): number;
  /** Inline text whose last constructs are closed or cut off. */
  complete(text: string): string;
}

/** marked with GFM, the nesting cap, and no state that leaks from one block into the next. */
export class MarkdownLexer extends Lexer {
  #inlineDepth = 0;

  /** `isOpen` when link definitions may still arrive. */
  constructor(isOpen = false) {
    super({ gfm: true, tokenizer: new CappedTokenizer(isOpen) });
  }

  override lex(source: string): TokensList {
    this.blockTokens(source, this.tokens);
    this.#lexInlines();
    return this.tokens;
  }

  /** Reads text that is still growing: what is not ready to be shown is held back or completed. */
  lexOpen(source: string, links: Links, completion: Completion | undefined): OpenTokens {
    if (!completion) {
      this.#readBlocks(source, links);
      this.#lexInlines();
      return { tokens: this.tokens, visible: source };
    }
    const text = dropHalfIndent(source);
    this.#readBlocks(text, links);
    const held = completion.holdBack(text, openLeaf(this.tokens, text));
    let visible = dropHalfIndent(text.slice(0, text.length - held));
    const above = text.slice(0, text.lastIndexOf('\n') + 1);
    if (text.length - held < above.length) {
      this.#readBlocks(above, links);
      // What is code or a table already is not the first line of one.
      const { type } = openLeaf(this.tokens, above) ?? {};
      if (type === 'code' || type === 'table') visible = dropHalfIndent(above);
    }
    if (held > 0) this.#readBlocks(visible, links);
    const leaf = openLeaf(this.tokens, visible) as Tokens.Generic | undefined;
    this.#lexInlines(leaf?.tokens, completion);
    return { tokens: this.tokens, visible, leaf };
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#inlineDepth >= MAX_DEPTH) {
      tokens.push({ type: 'text', raw: src, text: src, escaped: false });
      return tokens;
    }
    this.#inlineDepth++;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#inlineDepth--;
    }
  }

  #readBlocks(source: string, links: Links): void {
    this.inlineQueue = [];
    this.tokens = Object.assign([], { links });
    this.blockTokens(source, this.tokens);
  }

  #lexInlines(open?: Token[], completion?: Completion): void {
    for (const { src, tokens } of this.inlineQueue) {
      // An `<a>` left open in one paragraph must not turn off the autolinks of all the others.
      this.state.inLink = false;
      this.state.inRawBlock = false;
      const shown = completion && tokens === open ? completion.complete(src) : src;
      this.inlineTokens(shown, tokens);
    }
    this.inlineQueue = [];
  }
}

/** The block, or table cell, that the next character would be added to, if it is not finished already. */
function openLeaf(tokens: Token[], source: string): Token | undefined {
  const last = tokens[lastOpenIndex(tokens)] as Tokens.Generic | undefined;
  switch (last?.type) {
    case 'list':
      return openLeaf((last as Tokens.List).items.at(-1)?.tokens ?? [], source);
    case 'blockquote':
      return openLeaf(last.tokens ?? [], source);
    case 'table':
      return source.endsWith('\n') ? last : openCell(last as Tokens.Table);
    case 'heading':
      return source.endsWith('\n') ? undefined : last;
    default:
      return last;
  }
}

/** The last token that a line below may belong to, or a blank line: marked leaves spaces at the end of a list behind it. */
export function lastOpenIndex(tokens: readonly Token[]): number {
  return tokens.findLastIndex(({ type, raw }) => type !== 'space' || /\n.*\n/.test(raw));
}

function openCell(table: Tokens.Table): Token {
  const cell = (table.rows.at(-1) ?? table.header).findLast(({ text }) => text !== '');
  return cell ? { ...cell, type: 'table_cell', raw: cell.text } : table;
}

/** Half an indent would end the list or the table that the line goes on in; a space of another kind ends any list. */
function dropHalfIndent(source: string): string {
  const end = source.trimEnd().length;
  const [gap = ''] = /^[ \t\n]*/.exec(source.slice(end)) ?? [];
  return source.slice(0, end) + gap.replace(/(?<=\n)[ \t]+$/, '');
}

/** One spelling of line ends, and no null bytes (CommonMark 2.3); marked and the HTML parser differ on them. */
export function normalizeSource(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}
