import type { MarkedOptions, Tokens } from 'marked';
import { containerAt, hideInnerFences, isRuleBelow } from './dialect-blocks.ts';
import { InlineTokenizer } from './inline-tokenizer.ts';
import { mathBlock } from './math.ts';
import { linkBack, notesAt } from './notes.ts';
import { escapePipes } from './table-cells.ts';
import { detailsAt, htmlBlock, type Details, type HtmlBlock } from './tags.ts';

/** Lines that end a paragraph because they may begin a block that marked does not know: a formula, a footnote, a container. */
const EXTENSION_BLOCK_START = /\n(?= {0,3}(?:\$\$|\\\[|\[\^|\\begin\{|:::))/g;

/** The line under the text of a heading, `---` or `===`. */
const UNDERLINE = /\n {0,3}(?:=+|-+) *(?:\n|$)/;

/** Matches the first lines of any table. A quick test, because marked asks for every paragraph. */
const TABLE_START = /^.*\n[ |:-]*-/;

/** marked's rules for blocks, with additions and exceptions. */
export class ChatTokenizer extends InlineTokenizer {
  /** The whole text that is tokenized. */
  source = '';

  /** The syntax that marked does not know, as a marked extension. */
  get extensions(): NonNullable<MarkedOptions['extensions']> {
    return {
      renderers: {},
      childTokens: {},
      inline: [(src) => this.readExtension(src) || undefined],
      startInline: [(src) => this.extensionStart(src)],
      block: [(src) => mathBlock(src, this.isOpen) ?? this.#container(src) ?? this.#notes(src)],
      startBlock: [(src) => this.#extensionBlockStart(src)],
    };
  }

  /** Where a block that marked does not know interrupts a paragraph, after its first line; Infinity if none does. */
  #extensionBlockStart(src: string): number {
    const { links } = this.lexer.tokens;
    for (const { index } of linesAt(src).matchAll(EXTENSION_BLOCK_START)) {
      const rest = src.slice(index + 1);
      const isBlock = containerAt(rest, false) ?? mathBlock(rest, this.isOpen);
      if (isBlock || notesAt(rest, links).length > 0) return index + 1;
    }
    return Infinity;
  }

  #container(src: string): Tokens.Blockquote | undefined {
    if (!/^ {0,3}:/.test(src)) return undefined;
    const container = containerAt(src, this.#isAtEnd(src));
    return (
      container && { type: 'blockquote', ...container, tokens: this.lexer.blockTokens(container.text, []) }
    );
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    // Works around an exception in marked: in "- a\n  b\n  > - c" it takes "b" for the text before the list in the quote.
    delete this.lexer.state.lastToken;
    // At the end of a quote marked tokenizes an inner quote again, together with the next line. For us, that may be a
    // container: "> :::note\n> a\nb".
    return super.blockquote(src) ?? this.#container(src);
  }

  /**
   * At the end of a quote marked tokenizes a list again, together with the next line. For us, that may be footnotes: "> [^1]:
   * a\nb".
   */
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
    // Without `top`, text inside a list item would not become a paragraph.
    state.top = true;
    const tokens = this.lexer.blockTokens(content, []);
    state.top = top;
    return { ...block, summary: this.lexer.inline(summary.trim()), tokens };
  }

  /**
   * Whether text that arrives later may continue a block: its last line is the last line of the source, apart from blank
   * lines.
   */
  #isAtEnd(src: string): boolean {
    return this.isOpen && lastLine(this.source).endsWith(lastLine(src));
  }

  /** A pipe inside code or a formula does not separate cells, unlike in GFM. */
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
    // A quick test: marked's rule takes 10 ms in Safari for a paragraph of 5 KB.
    if (!UNDERLINE.test(src)) return undefined;
    const heading = super.lheading(src.slice(0, this.#extensionBlockStart(src)));
    return heading && !isRuleBelow(heading.raw) ? heading : undefined;
  }

  /** A fence of markdown may contain fences. */
  override fences(src: string): Tokens.Code | undefined {
    const code = super.fences(hideInnerFences(src));
    return code && { ...code, raw: src.slice(0, code.raw.length), text: code.text.replaceAll('\0', '`') };
  }

  /** Footnotes become a list. Each item begins with a link back to the number in the text. */
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

/** The lines of a text up to the first blank line. */
function linesAt(src: string): string {
  return src.slice(0, src.search(/\n[ \t]*\n|$/));
}

/** The last line of a text, apart from blank lines and empty lines of quotes. */
function lastLine(text: string): string {
  const lines = text.trimEnd().replace(/(?:\n[ \t>]*)+$/, '');
  return lines.slice(lines.lastIndexOf('\n') + 1);
}
