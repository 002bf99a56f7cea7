import { Lexer, type Token, type Tokens } from 'marked';

/** Characters at the end of a text that stay open, whatever they are. */
const OPEN_END = 32;

// What could pair with something that has not arrived: backticks, tildes, runs that may open emphasis, and brackets
// but those that are closed and name a label only.
const OPENER = /[`<~]|\[(?![^[\]\\`<]*\](?![[(]))|\*(?=\S)|(?<![\p{L}\p{N}])_(?=\S)/u;

// Of these, what pairs by its marks alone, wherever it stands.
const MASK = /[`<]|\[(?![^[\]\\`<]*\](?![[(]))/;
const OPEN_MASK = /[`<]|\[[^[\]]*(?:\]\(|$)/;

// Up to the last two letters in a row of scripts that put no spaces between words.
const UNSPACED = /^.*[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}](?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/su;

/** Where inline text can be cut in two that read alone as they read together. */
export interface Cut {
  /** The tokens before the cut; the last one is text. */
  readonly before: readonly Token[];
  /** Characters of source behind the cut. */
  readonly rest: number;
}

/** The last safe place for a cut, which is before a word in plain text with nothing open before it. */
export function safeCut(tokens: readonly Token[], length: number): Cut | undefined {
  let position = 0;
  let cut: Cut | undefined;
  for (const [index, token] of tokens.entries()) {
    const end = Math.min(token.raw.length, length - OPEN_END - position);
    if (end <= 0) break;
    if (token.type === 'text') {
      const opener = token.raw.search(OPENER);
      const at = lastWord(token.raw.slice(0, opener < 0 ? end : Math.min(opener, end)));
      if (at > 0 && token.raw === token['text']) {
        const head = token.raw.slice(0, at);
        const before = [...tokens.slice(0, index), { ...token, raw: head, text: head }];
        cut = { before, rest: length - position - at };
      }
      if (opener >= 0) break;
    } else if (mayMask(token as Tokens.Generic)) {
      break;
    }
    position += token.raw.length;
  }
  return cut;
}

/** Where a word begins, behind a single space or inside of text without any; 0 if nowhere. */
function lastWord(text: string): number {
  const spaced = text.trimEnd().search(/(?<=\S )\S+$/);
  return Math.max(0, spaced, UNSPACED.exec(text)?.[0].length ?? 0);
}

/**
 * Whether a mark in a token may pair with one that follows it: marked looks for emphasis with all code, links and tags
 * left out, and tells those by their marks alone, also by the marks in an address.
 */
function mayMask({ type, raw, tokens = [] }: Tokens.Generic): boolean {
  if (type === 'text') return MASK.test(raw);
  const isAddress = type === 'link' || type === 'image';
  return (isAddress && OPEN_MASK.test(mask(raw))) || (tokens as Tokens.Generic[]).some(mayMask);
}

function mask(raw: string): string {
  const { anyPunctuationOutsideCode, blockSkip } = Lexer.rules.inline.gfm;
  return raw
    .replace(anyPunctuationOutsideCode, (found, code?: string, escape?: string) =>
      code || escape ? '' : found,
    )
    .replace(blockSkip, '[]');
}
