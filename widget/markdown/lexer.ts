import { Hooks, Lexer, Tokenizer, type Links, type Token, type Tokens, type TokensList } from 'marked';
import { hasCjk, MARK_OR_CJK, maskCjk, withoutCjkMarks } from './cjk.ts';
import { completeInlines } from './complete-inlines.ts';
import { hasSubscript, highlightAt, MARK_START, maskSubscripts, nameAlert, sourceMarkAt } from './marks.ts';
import { maskMath, MATH_START, mathBlock, mathBlockIn, mathSpan, type RichSpan } from './math.ts';
import { linkBack, noteAt, noteIn, notesAt } from './notes.ts';
import { dropHalfIndent, openLeafOf } from './open-leaf.ts';
import type { MarkdownPolicy } from './policy.ts';
import { withheldLength } from './withhold.ts';

/** Levels of blocks, and of inline text in a block; deeper text is plain. At a few thousand marked overflows the stack. */
const MAX_DEPTH = 100;

/**
 * How often the characters of inline text are read, on average; the rest is plain text. marked reads the words of a link
 * again where another link in them makes it none (of "[``\\` ``](/u) ", 24 times in a row, it reads inline text 92,736 times),
 * and all text behind a mark to find the one that closes it ("~~a~ " 4,000 times in a row: for a minute).
 */
const MAX_READINGS = 100;

/** Marks for which marked reads on, and those for which it does so in small steps. */
const MARK = /^[*_~`[\]<!=]/;
const DELIMITER = /^[*_~]/;

/** Where a construct of ours may begin behind text. */
const OWN_START = new RegExp(`${MATH_START.source}|${MARK_START.source}`, 'i');

/** How many readings a search for the partner of such a delimiter is worth. */
const SEARCH_COST = 4;

/** Characters of link text in a reference without a definition that are read as a link. */
const MAX_REFERENCE_TEXT = 240;

// `[text][label]`, `[text][1]` and `[text][]`; not `matrix[0][1]` or the citations `[1][2]`.
const FULL_REFERENCE =
  /^!?\[((?:[^[\]\\]|\\.)+)\]\[(?:(?!\d*\]|.\])(?:[^[\]\\]|\\.)+|(?<=\p{L}{2}[*_`]*\]\[)\d*)\]/u;

/** Characters from which on a line may be wrapped prose, if the next one begins with a small letter. */
const MIN_WRAPPED = 60;
const WRAP = /^ ?\n *\p{Ll}/u;

/** The beginning of every match of marked's rule for bare URLs and mail addresses. */
const BARE_URL_START = /^(?:www\.|[\w.+-]+[:@])/;

/** marked's rules with a limit on nesting, and links whose definition has not arrived yet. */
class ChatTokenizer extends Tokenizer {
  readonly #isOpen: boolean;
  #depth = 0;
  /** Characters of inline text that may still be read in the block. */
  #rest = 0;

  constructor(isOpen: boolean) {
    super();
    this.#isOpen = isOpen;
  }

  /** The inline text that is read. */
  inline = '';

  /** Whether a line that ends here goes on in the next one only because it was long. */
  override br(src: string): Tokens.Br | undefined {
    // First this: it is asked of every piece of inline text, and the search for the line's start is long.
    if (!WRAP.test(src)) return super.br(src);
    const before = this.inline.slice(0, this.inline.length - src.length);
    return before.length - before.lastIndexOf('\n') > MIN_WRAPPED ? undefined : super.br(src);
  }

  /** Allows text of this length to be read as often as inline text may be. */
  allow(length: number): void {
    this.#rest = length * MAX_READINGS;
  }

  /** Counts text as read once more. Returns whether that is too often. */
  isTooMuch(length: number): boolean {
    this.#rest -= length;
    return this.#rest < 0;
  }

  /** The first of marked's rules for inline text. */
  override escape(src: string): Tokens.Escape | undefined {
    if (this.#rest < 0) return { type: 'escape', raw: src, text: src };
    const [raw, text] = sourceMarkAt(src) ?? [];
    if (raw && text) return { type: 'escape', raw, text };
    if (src.startsWith('[^')) {
      const { tokens, state } = this.lexer;
      return noteAt(src, tokens.links, { isOpen: this.#isOpen, inLink: state.inLink });
    }
    return src.startsWith('\\') && mathSpan(src) ? undefined : super.escape(src);
  }

  override codespan(src: string): Tokens.Codespan | undefined {
    return mathSpan(src) ?? this.#highlight(src) ?? super.codespan(src);
  }

  #highlight(src: string): RichSpan | undefined {
    const [raw, text] = highlightAt(src) ?? [];
    if (!raw || !text) return undefined;
    return { type: 'codespan', raw, text, lang: 'mark', tokens: this.lexer.inlineTokens(text) };
  }

  /** The last of marked's rules: a mark that comes here was looked for a partner, or an end. */
  override inlineText(src: string): Tokens.Text | undefined {
    if (MARK.test(src)) this.isTooMuch(src.length * (DELIMITER.test(src) ? SEARCH_COST : 1));
    const end = /[$【]|==/.test(src) ? src.slice(1).search(OWN_START) + 1 : 0;
    return super.inlineText(end > 0 ? src.slice(0, end) : src);
  }

  override fences(src: string): Tokens.Code | undefined {
    return mathBlock(src, this.#isOpen) ?? super.fences(src);
  }

  override paragraph(src: string): Tokens.Paragraph | undefined {
    const token = super.paragraph(src);
    const end = token ? mathBlockIn(token.raw, src, this.#isOpen) || noteIn(token.raw) : 0;
    if (end === 0) return token;
    this.lexer.inlineQueue.pop();
    return super.paragraph(src.slice(0, end));
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    const { state } = this.lexer;
    const { lastToken, top } = state;
    // In "- a\n  b\n  > - c" marked takes "b" for the text before the list in the quote, finds no list, and throws.
    Object.assign(state, { lastToken: undefined });
    try {
      const quote = this.#nest(() => super.blockquote(src));
      const first = quote?.tokens[0];
      const inline = this.lexer.inlineQueue.find(
        ({ tokens }) => first?.type === 'paragraph' && tokens === first.tokens,
      );
      if (inline) inline.src = nameAlert(inline.src);
      return quote;
    } finally {
      Object.assign(state, { lastToken, top });
    }
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nest(() => this.#notes(src) ?? super.list(src));
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
    const token = super.reflink(src, links);
    if (token?.type === 'text') this.isTooMuch(src.length);
    if (!this.#isOpen || token?.type !== 'text') return token;
    const [raw, text] = FULL_REFERENCE.exec(src) ?? [];
    if (raw === undefined || text === undefined || text.length > MAX_REFERENCE_TEXT) return token;
    const { state } = this.lexer;
    const { inLink } = state;
    // In the text of a link marked reads no bare URL, and around a link it makes none.
    state.inLink = true;
    const tokens = this.lexer.inlineTokens(text);
    state.inLink = inLink;
    const type = src.startsWith('!') ? 'image' : 'link';
    if (type === 'link') state.linkEmitted = true;
    return { type, raw, href: '', title: null, text, tokens };
  }

  // WebKit interprets this rule character by character: a paragraph that stands on one line has no heading's underline.
  override lheading(src: string): Tokens.Heading | undefined {
    const end = src.indexOf('\n');
    const token = end < 0 || src[end + 1] === '\n' ? undefined : super.lheading(src);
    if (!token || mathBlockIn(token.raw, src, this.#isOpen) === 0) return token;
    this.lexer.inlineQueue.pop();
    return undefined;
  }

  // WebKit searches the whole rest of the text for this rule, although each alternative begins with `^`.
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

const { gfm, breaks } = Lexer.rules.inline;

/** marked's rules for inline text, amended for that of CJK. */
const INLINE_RULES = {
  ...gfm,
  emStrongLDelim: withoutCjkMarks(gfm.emStrongLDelim),
  delLDelim: withoutCjkMarks(gfm.delLDelim),
  punctuation: MARK_OR_CJK,
};
const LINE_RULES = { ...INLINE_RULES, br: breaks.br, text: breaks.text };

/** The tokens of markdown that is still arriving. */
export interface OpenTokens {
  readonly tokens: TokensList;
  /** The part of the source that the tokens stand for; the rest is withheld. */
  readonly visible: string;
  /** Nothing at the end of the source is withheld or completed. */
  readonly isComplete: boolean;
}

/** marked with GFM and a limit on nesting; nothing that one block leaves open changes how the next one is read. */
export class MarkdownLexer extends Lexer {
  readonly #tokenizer: ChatTokenizer;
  #inlineDepth = 0;

  /** `isOpen` while link definitions may still arrive. */
  constructor({ lineEnds = 'keep' }: MarkdownPolicy, isOpen = false) {
    const tokenizer = new ChatTokenizer(isOpen);
    super({ gfm: true, tokenizer });
    this.#tokenizer = tokenizer;
    tokenizer.rules = { ...tokenizer.rules, inline: lineEnds === 'keep' ? LINE_RULES : INLINE_RULES };
  }

  /** Reads a finished text. */
  override lex(source: string): TokensList {
    this.#lexBlocks(source);
    this.#lexInlines();
    return this.tokens;
  }

  /** Reads text that is still growing: syntax that is not complete is withheld or completed. */
  lexOpen(source: string, links: Links): OpenTokens {
    let visible = dropHalfIndent(source);
    this.#lexBlocks(visible, links);
    const length = withheldLength(visible, this.tokens, openLeafOf(this.tokens, visible));
    if (length > 0) {
      visible = dropHalfIndent(visible.slice(0, -length));
      this.#lexBlocks(visible, links);
    }
    const leaf = openLeafOf(this.tokens, visible) as Tokens.Generic | undefined;
    const isComplete = this.#lexInlines(leaf?.tokens) && visible === source;
    return { tokens: this.tokens, visible, isComplete };
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#tokenizer.isTooMuch(src.length) || this.#inlineDepth >= MAX_DEPTH) {
      tokens.push({ type: 'text', raw: src, text: src, escaped: false });
      return tokens;
    }
    this.#inlineDepth++;
    const { inline } = this.#tokenizer;
    this.#tokenizer.inline = src;
    const isMasked = hasCjk(src) || MATH_START.test(src) || hasSubscript(src);
    this.options.hooks = isMasked ? maskOf(src) : null;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#tokenizer.inline = inline;
      this.#inlineDepth--;
    }
  }

  /** Reads the blocks of a text, without their inline content. */
  #lexBlocks(source: string, links?: Links): void {
    this.inlineQueue = [];
    // Without a prototype, as marked has it: `[constructor]` is no definition.
    const known: Links = Object.assign(Object.create(null), links);
    this.tokens = Object.assign([], { links: known });
    this.blockTokens(source, this.tokens);
  }

  /**
   * Reads the inline content of all blocks; constructs at the end of the `open` one are completed. Whether there is an open
   * one, and nothing in it had to be completed.
   */
  #lexInlines(open?: Token[]): boolean {
    let isComplete = false;
    for (const { src, tokens } of this.inlineQueue) {
      if (tokens === open) {
        const completed = completeInlines(src);
        isComplete = completed === src;
        this.#lexInline(completed, tokens);
      } else this.#lexInline(src, tokens);
    }
    this.inlineQueue = [];
    return isComplete;
  }

  #lexInline(text: string, tokens: Token[]): void {
    // An `<a>` left open in one paragraph must not turn off the autolinks of all the others.
    this.state.inLink = false;
    this.state.inRawBlock = false;
    this.#tokenizer.allow(text.length);
    this.inlineTokens(text, tokens);
  }
}

/** Hides from marked's search for delimiters what CJK and formulas in a text make different. */
function maskOf(src: string): Hooks {
  return Object.assign(new Hooks(), {
    emStrongMask: (masked: string) => maskSubscripts(maskCjk(maskMath(src, masked))),
  });
}

/**
 * One spelling of line ends, and no null bytes (CommonMark 2.3); marked and the HTML parser differ on them.
 *
 * @example
 * normalizeSource('a\r\nb\0'); // 'a\nb\uFFFD'
 */
export function normalizeSource(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}
