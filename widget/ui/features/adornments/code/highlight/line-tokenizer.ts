import { StringStream } from '@codemirror/streamparser';
import type { Mode } from './mode.ts';

/** The kinds of code that have their own colour. */
export type TokenKind =
  'comment' | 'keyword' | 'string' | 'number' | 'type' | 'name' | 'inserted' | 'deleted';

/** A coloured piece of a line, from character `start` to `end` (exclusive). */
export interface LineToken {
  readonly kind: TokenKind;
  readonly start: number;
  end: number;
}

const STYLES: Readonly<Record<TokenKind, string>> = {
  comment: 'comment',
  keyword: 'keyword controlKeyword self',
  string: 'string quote character',
  number: 'number integer atom variableName.constant',
  type: 'type typeName tag builtin macroName qualifier header',
  name: 'def property propertyName attribute meta variableName.special',
  inserted: 'inserted',
  deleted: 'deleted',
};

/** All kinds, by their names. */
export const TOKEN_KINDS = Object.keys(STYLES) as readonly TokenKind[];

const KINDS: ReadonlyMap<string, TokenKind> = new Map(
  TOKEN_KINDS.flatMap((kind) => STYLES[kind].split(' ').map((style): [string, TokenKind] => [style, kind])),
);

const TAB_SIZE = 4;
const INDENT_UNIT = 2;

/** A longer line is left plain: a mode may search the rest of the line for every token. */
const MAX_LINE_CHARACTERS = 1000;

/** Steps without progress after which the rest of a line is left plain. */
const MAX_IDLE_STEPS = 10;

/** Tokenizes code line by line, each line once. */
export class LineTokenizer {
  readonly #mode: Mode;
  readonly #state: unknown;

  constructor(mode: Mode) {
    this.#mode = mode;
    this.#state = mode.startState ? mode.startState(INDENT_UNIT) : {};
  }

  /** Tokenizes the next line, without its line end. */
  read(line: string): readonly LineToken[] {
    const tokens: LineToken[] = [];
    if (line === '') this.#mode.blankLine?.(this.#state, INDENT_UNIT);
    if (line.length > MAX_LINE_CHARACTERS) return tokens;
    const stream = new StringStream(line, TAB_SIZE, INDENT_UNIT);
    while (!stream.eol()) {
      const kind = kindOf(this.#next(stream));
      // Some modes give punctuation the style of decorators: ignore it.
      const isNothing = kind === 'name' && !/\w/.test(stream.current());
      if (kind && !isNothing) addToken(tokens, { kind, start: stream.start, end: stream.pos }, line);
    }
    return tokens;
  }

  #next(stream: StringStream): string | null {
    stream.start = stream.pos;
    for (let step = 0; step < MAX_IDLE_STEPS; step++) {
      const style = this.#mode.token(stream, this.#state);
      if (stream.pos > stream.start) return style;
    }
    stream.skipToEnd();
    return null;
  }
}

/** Of several styles the last one is the most specific: a JSON key is `string property`. */
function kindOf(style: string | null): TokenKind | undefined {
  for (const name of style?.split(' ').toReversed() ?? []) {
    const kind = KINDS.get(name) ?? KINDS.get(name.split('.', 1)[0] ?? '');
    if (kind) return kind;
  }
  return undefined;
}

/** Adds a token. Neighbours of the same kind are joined, because every range costs time in every frame. */
function addToken(tokens: LineToken[], token: LineToken, line: string): void {
  const last = tokens.at(-1);
  if (last?.kind === token.kind && line.slice(last.end, token.start).trim() === '') last.end = token.end;
  else tokens.push(token);
}
