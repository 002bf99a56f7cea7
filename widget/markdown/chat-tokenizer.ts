import type { MarkedOptions, Token, Tokens } from 'marked';
import { containerAt, hideInnerFences, isRuleBelow } from './dialect-blocks.ts';
import { InlineTokenizer } from './inline-tokenizer.ts';
import { mathBlock } from './math.ts';
import { linkBack, notesAt } from './notes.ts';
import { escapePipes } from './table-cells.ts';
import { detailsAt, htmlBlock, type Details, type HtmlBlock } from './tags.ts';

/** Lines in a paragraph that may begin one of our blocks. */
const OWN_BLOCK_START = /\n(?= {0,3}(?:\$\$|\\\[|\[\^|\\begin\{|:::))/g;

/** The first lines of every table; looked for first, as it is asked of every paragraph. */
const TABLE_START = /^.*\n[ |:-]*-/;

/** marked's rules, and our own ones. */
export class ChatTokenizer extends InlineTokenizer {
  /** All that is read. */
  source = '';

  /** The constructs that marked does not know, as an extension of it. */
  get extensions(): NonNullable<MarkedOptions['extensions']> {
    return {
      renderers: {},
      childTokens: {},
      inline: [(src) => this.ownInline(src) || undefined],
      startInline: [(src) => this.ownStart(src)],
      block: [(src) => this.#ownBlock(src)],
      startBlock: [(src) => this.#ownBlockStart(src)],
    };
  }

  /** Where one of our blocks begins in a paragraph, behind its first line; Infinity if none does. */
  #ownBlockStart(src: string): number {
    const { links } = this.lexer.tokens;
    for (const { index } of linesAt(src).matchAll(OWN_BLOCK_START)) {
      const rest = src.slice(index + 1);
      const isBlock = containerAt(rest, false) ?? mathBlock(rest, this.isOpen);
      if (isBlock || notesAt(rest, links).length > 0) return index + 1;
    }
    return Infinity;
  }

  #ownBlock(src: string): Token | undefined {
    return mathBlock(src, this.isOpen) ?? this.#container(src) ?? this.#notes(src);
  }

  #container(src: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}:/.test(src)) return undefined;
    const container = containerAt(src, this.#isAtEnd(src));
    return (
      container && { type: 'blockquote', ...container, tokens: this.lexer.blockTokens(container.text, []) }
    );
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
    if (!/^ {0,3}</.test(src)) return undefined;
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
    return this.isOpen && isLast;
  }

  /** A pipe in code or in a formula parts no cells, though GFM says so. */
  override table(src: string): Tokens.Table | undefined {
    if (!TABLE_START.test(src)) return undefined;
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
}

/** The lines of a text up to the first blank one. */
function linesAt(src: string): string {
  return src.slice(0, src.search(/\n[ \t]*\n|$/));
}
