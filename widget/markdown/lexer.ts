import {
  getDefaults,
  Lexer,
  Parser,
  Renderer,
  Tokenizer,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';
import { filterTags } from './policy.ts';

/**
 * Levels of block nesting, and of inline nesting inside a block, that are read as markdown; what lies
 * deeper is plain text. marked recurses per level and overflows the stack at a few thousand.
 */
export const MAX_DEPTH = 100;

/** marked's block rules with the nesting cap. */
class CappedTokenizer extends Tokenizer {
  #depth = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nest(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nest(() => super.list(src));
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

class TagFilteringRenderer extends Renderer {
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return filterTags(text);
  }
}

/** marked with GFM, the nesting cap, and no state that leaks from one block into the next. */
export class MarkdownLexer extends Lexer {
  #inlineDepth = 0;

  constructor() {
    super({ ...getDefaults(), gfm: true, tokenizer: new CappedTokenizer() });
  }

  override lex(source: string): TokensList {
    this.blockTokens(source, this.tokens);
    for (const { src, tokens } of this.inlineQueue) {
      // An `<a>` left open in one paragraph must not turn off the autolinks of all the others.
      this.state.inLink = false;
      this.state.inRawBlock = false;
      this.inlineTokens(src, tokens);
    }
    this.inlineQueue = [];
    return this.tokens;
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
}

/** One spelling of line ends, and no null bytes (CommonMark 2.3); marked and the HTML parser differ on them. */
export function normalizeSource(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

/** The markup of tokens, as marked writes it, with the tags that GFM disallows as text. Not sanitized. */
export function toUnsafeHtml(tokens: Token[]): string {
  return new Parser({ ...getDefaults(), renderer: new TagFilteringRenderer() }).parse(tokens);
}
