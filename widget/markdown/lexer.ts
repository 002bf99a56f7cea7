import { Hooks, Lexer, type Links, type Token, type Tokens, type TokensList } from 'marked';
import { ChatTokenizer } from './chat-tokenizer.ts';
import { dropHalfIndent, openLeafOf } from './open-leaf.ts';
import { withoutLastMarks } from './open-spans.ts';
import type { OpenText } from './growing-text.ts';
import type { MarkdownPolicy } from './policy.ts';
import { BLOCK_TAG } from './tags.ts';
import { withheldLength } from './withhold.ts';

/** Levels of blocks, and of inline text in a block; deeper text is plain. At a few thousand marked overflows the stack. */
const MAX_DEPTH = 100;

const { gfm, breaks } = Lexer.rules.inline;
/** Only the first of several spaces can end a text: otherwise 8,000 spaces cost 32 million steps. */
const LINE_TEXT = new RegExp(breaks.text.source.replace('\\b_| *\\n', '\\b_|(?<! ) *\\n'));
const LINE_RULES = { ...gfm, br: breaks.br, text: LINE_TEXT };

/** Where marked takes a line for the start of a block of HTML. */
const HTML_START = /\(\?:<\\\/\?\(\?:address\|.*?CDATA\\\[\)/g;
/** Where marked takes a line for a heading. */
const HEADING_START = /#\{1,6\}\)?\(\?[:=]\\s\|\$/g;
const { heading, paragraph, table, lheading, ...blocks } = Lexer.rules.block.gfm;
const BLOCK_RULES = {
  ...blocks,
  heading: adapt(heading),
  paragraph: adapt(paragraph),
  table: adapt(table),
  lheading: adapt(lheading),
};

/** The tokens of markdown that is still arriving. */
export interface OpenTokens {
  readonly tokens: TokensList;
  /** The part of the source that the tokens stand for; the rest is withheld. */
  readonly visible: string;
  /** The text at the end, if nothing there is withheld. */
  readonly openText: OpenText | undefined;
}

/** marked with GFM and a limit on nesting; nothing that one block leaves open changes how the next one is read. */
export class MarkdownLexer extends Lexer {
  readonly #tokenizer: ChatTokenizer;
  /** marked asks for the copy of a text in which no mark stands in code, links, formulas and elements, once for each text with marks. */
  readonly #hooks = Object.assign(new Hooks(), {
    emStrongMask: (text: string): string => this.#tokenizer.readEmphasis(text),
  });
  /** Levels of blocks, then of inline text, that are open. */
  #depth = 0;

  /** `isOpen` while link definitions may still arrive. */
  constructor({ lineEnds = 'keep' }: MarkdownPolicy, isOpen = false) {
    const tokenizer = new ChatTokenizer(isOpen);
    super({ gfm: true, tokenizer, extensions: tokenizer.extensions });
    this.#tokenizer = tokenizer;
    const inline = lineEnds === 'keep' ? LINE_RULES : gfm;
    const other = { ...tokenizer.rules.other, htmlBeginRegex: listEnd };
    tokenizer.rules = { other, block: BLOCK_RULES, inline };
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
    if (this.#tokenizer.isTooMuch(src.length)) return addPlain(tokens, src);
    this.options.hooks = this.#hooks;
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

  /** Reads the blocks of a text, without their inline content. */
  #lexBlocks(source: string, links?: Links): void {
    this.inlineQueue = [];
    this.#tokenizer.source = source;
    // Without a prototype, as marked has it: `[constructor]` is no definition.
    const known: Links = Object.assign(Object.create(null), links);
    this.tokens = Object.assign([], { links: known });
    this.blockTokens(source, this.tokens);
  }

  /** Reads the inline content of all blocks; constructs that the `open` one ends in are read up to its end. Returns whether no marks there were left out. */
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
  // An indented line may end the code. The last line of a head without rows is the one of dashes.
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

/** Text in which nothing is read. */
function addPlain(tokens: Token[], text: string): Token[] {
  tokens.push({ type: 'text', raw: text, text, escaped: false });
  return tokens;
}

/** A rule of marked for which only those tags begin a block that we read as one, and a heading needs no space: `##Title`. */
function adapt(rule: RegExp): RegExp {
  const source = rule.source
    .replace(HTML_START, `(?:${BLOCK_TAG})`)
    .replace(HEADING_START, '$&|(?<=##)[^\\s!-/:-@[-`{-~]');
  return new RegExp(source, rule.flags);
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

/** HTML before which an item ends, such as `<ul>` in the first column behind `- item`; behind spaces, as many as the item's indent, it is part of it. */
function listEnd(indent: number): RegExp {
  return new RegExp(`^ {0,${Math.min(3, indent - 1)}}${BLOCK_TAG}`, 'i');
}
