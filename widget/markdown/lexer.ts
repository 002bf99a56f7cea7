import { Hooks, Lexer, type Links, type Token, type Tokens, type TokensList } from 'marked';
import { ChatTokenizer } from './chat-tokenizer.ts';
import { dropHalfIndent, openLeafOf } from './open-leaf.ts';
import { withoutLastMarks } from './open-spans.ts';
import type { OpenText } from './growing-text.ts';
import type { MarkdownPolicy } from './policy.ts';
import { BLOCK_TAG } from './tags.ts';
import { withheldLength } from './withhold.ts';

/**
 * Allowed levels of nested blocks, and of nested inline text in a block; deeper text is plain. With a few thousand levels
 * marked overflows the stack.
 */
const MAX_DEPTH = 100;

const { gfm, breaks } = Lexer.rules.inline;
/** Before a line end, only the first of several spaces may end a text; otherwise 8,000 spaces take 32 million steps. */
const LINE_TEXT = new RegExp(breaks.text.source.replace('\\b_| *\\n', '\\b_|(?<! ) *\\n'));
const LINE_RULES = { ...gfm, br: breaks.br, text: LINE_TEXT };

/** The part of marked's rules that recognises the start of a block of HTML. */
const HTML_START = /\(\?:<\\\/\?\(\?:address\|.*?CDATA\\\[\)/g;
/** The part of marked's rules that recognises a heading. */
const HEADING_START = /#\{1,6\}\)?\(\?[:=]\\s\|\$/g;
const { heading, paragraph, table, lheading, ...blocks } = Lexer.rules.block.gfm;
const BLOCK_RULES = {
  ...blocks,
  heading: adaptRule(heading),
  paragraph: adaptRule(paragraph),
  table: adaptRule(table),
  lheading: adaptRule(lheading),
};

/** The tokens of markdown that still arrives. */
export interface OpenTokens {
  readonly tokens: TokensList;
  /** The part of the source that is tokenized; the rest is withheld. */
  readonly visible: string;
  /** The text at the end, unless something after it is withheld. */
  readonly openText: OpenText | undefined;
}

/** marked with GFM and a limit on nesting. An unclosed construct in one block does not affect the next block. */
export class MarkdownLexer extends Lexer {
  readonly #tokenizer: ChatTokenizer;
  /** The current level of nesting, first of blocks, then of inline text. */
  #depth = 0;

  /** `isOpen`: more text, and so more link definitions, may arrive. */
  constructor({ lineEnds = 'keep' }: MarkdownPolicy, isOpen = false) {
    const tokenizer = new ChatTokenizer(isOpen);
    // marked calls this once for each inline text, with a copy in which code and links have no marks.
    const emStrongMask = (text: string): string => tokenizer.readEmphasis(text);
    const hooks = Object.assign(new Hooks(), { emStrongMask });
    super({ gfm: true, tokenizer, hooks, extensions: tokenizer.extensions });
    this.#tokenizer = tokenizer;
    const inline = lineEnds === 'keep' ? LINE_RULES : gfm;
    const other = { ...tokenizer.rules.other, htmlBeginRegex: htmlEndingList };
    tokenizer.rules = { other, block: BLOCK_RULES, inline };
  }

  /** Tokenizes a finished text. */
  override lex(source: string): TokensList {
    this.#lexBlocks(source);
    this.#lexInlines();
    return this.tokens;
  }

  /** Tokenizes text that still grows: incomplete syntax is withheld, or read as if it were closed. */
  lexOpen(source: string, links: Links): OpenTokens {
    let visible = dropHalfIndent(source);
    this.#lexBlocks(visible, links);
    const length = withheldLength(visible, openLeafOf(this.tokens, visible));
    if (length > 0) {
      visible = dropHalfIndent(visible.slice(0, -length));
      this.#lexBlocks(visible, links);
    }
    const leaf = openLeafOf(this.tokens, visible) as Tokens.Generic | undefined;
    const isWhole = this.#lexInlines(leaf?.tokens);
    const openText = isWhole && visible === source ? openTextOf(leaf) : undefined;
    return { tokens: this.tokens, visible, openText };
  }

  override blockTokens(src: string, tokens: Token[] = [], isClipped = false): TokensList {
    this.#nest(src, tokens, () => super.blockTokens(src, tokens, isClipped));
    this.state.top = true;
    return tokens as TokensList;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#tokenizer.exceedsBudget(src.length)) return addPlain(tokens, src);
    this.#tokenizer.within(src, () => this.#nest(src, tokens, () => super.inlineTokens(src, tokens)));
    return tokens;
  }

  #nest(src: string, tokens: Token[], read: () => void): void {
    if (this.#depth >= MAX_DEPTH) {
      addPlain(tokens, src);
      return;
    }
    this.#depth++;
    read();
    this.#depth--;
  }

  /** Tokenizes the blocks of a text, without their inline content. */
  #lexBlocks(source: string, links?: Links): void {
    this.inlineQueue = [];
    this.#tokenizer.source = source;
    // Without a prototype, as in marked: `[constructor]` must not count as defined.
    const known: Links = Object.assign(Object.create(null), links);
    this.tokens = Object.assign([], { links: known });
    this.blockTokens(source, this.tokens);
  }

  /**
   * Tokenizes the inline content of all blocks. In the `open` one, syntax without an end ends with the text. Returns false if
   * marks at its end were left out.
   */
  #lexInlines(open?: Token[]): boolean {
    let isWhole = true;
    for (const { src, tokens } of this.inlineQueue) {
      const isOpen = tokens === open;
      const text = isOpen ? withoutLastMarks(src) : src;
      isWhole &&= text === src;
      this.#tokenizer.begin(text, isOpen);
      this.inlineTokens(text, tokens);
    }
    this.inlineQueue = [];
    return isWhole;
  }
}

/** The text at the end of the open block. */
function openTextOf(leaf: Tokens.Generic | undefined): OpenText | undefined {
  // Excluded: indented code, which the next line may end, and a table without rows, whose last line is the dashes.
  if (!leaf || 'codeBlockStyle' in leaf || leaf['header']) return undefined;
  const { type, raw, text } = lastOf(leaf);
  if (type === 'code') return { kind: 'code line', text: text.slice(text.lastIndexOf('\n') + 1) };
  if (type === 'codespan') return /^`[^]*[^`]$/.test(raw) ? { kind: 'code span', text } : undefined;
  return type === 'text' ? { kind: 'words', text } : undefined;
}

function lastOf(token: Tokens.Generic): Tokens.Generic {
  const last = token.tokens?.at(-1);
  return last ? lastOf(last) : token;
}

/** Adds text without tokenizing it. */
function addPlain(tokens: Token[], text: string): Token[] {
  tokens.push({ type: 'text', raw: text, text, escaped: false });
  return tokens;
}

/**
 * Changes a rule of marked: only the tags of {@link BLOCK_TAG} begin a block of HTML, and a heading needs no space: `##Title`.
 */
function adaptRule(rule: RegExp): RegExp {
  const source = rule.source
    .replace(HTML_START, `(?:${BLOCK_TAG})`)
    .replace(HEADING_START, '(?!#[^\\s#])$&|[^\\s!-/:-@[-`{-~]');
  return new RegExp(source, rule.flags);
}

/**
 * Converts line ends to `\n` and replaces null bytes (CommonMark 2.3), which marked and the HTML parser would treat
 * differently.
 *
 * @example
 * normalizeSource('a\r\nb\0'); // 'a\nb\uFFFD'
 */
export function normalizeSource(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

/**
 * HTML that ends a list item, such as `<ul>` in the first column after `- item`. With the item's indent before it, the HTML
 * belongs to the item.
 */
function htmlEndingList(indent: number): RegExp {
  return new RegExp(`^ {0,${Math.min(3, indent - 1)}}${BLOCK_TAG}`, 'i');
}
