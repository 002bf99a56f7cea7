import type { Mode, TokenKind } from './mode.ts';

/** A coloured piece of a line, from character `start` to `end` (exclusive). */
export interface LineToken {
  readonly kind: TokenKind;
  readonly start: number;
  end: number;
}

/** A longer line is left plain: a mode may search the rest of the line for every token. */
const MAX_LINE_CHARACTERS = 1000;

/** Tokenizes code line by line, each line once. */
export class LineTokenizer {
  readonly #mode: Mode;
  readonly #state: unknown;

  constructor(mode: Mode) {
    this.#mode = mode;
    this.#state = mode.startState();
  }

  /** Tokenizes the next line, without its line end. */
  read(line: string): readonly LineToken[] {
    const tokens: LineToken[] = [];
    if (line === '') this.#mode.readBlankLine?.(this.#state);
    if (line.length > MAX_LINE_CHARACTERS) return tokens;
    const cursor = { line, position: 0 };
    while (cursor.position < line.length) {
      const start = cursor.position;
      const kind = this.#mode.readToken(cursor, this.#state);
      if (kind) addToken(tokens, { kind, start, end: cursor.position }, line);
    }
    return tokens;
  }
}

/** Adds a token. Neighbours of the same kind are joined, because every range costs time in every frame. */
function addToken(tokens: LineToken[], token: LineToken, line: string): void {
  const last = tokens.at(-1);
  if (last?.kind === token.kind && line.slice(last.end, token.start).trim() === '') last.end = token.end;
  else tokens.push(token);
}
