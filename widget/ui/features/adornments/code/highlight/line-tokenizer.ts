import { StringStream } from '@codemirror/streamparser';
import type { Mode } from './mode.ts';

/** The kinds of code that have a colour of their own. */
export type TokenKind =
  'comment' | 'keyword' | 'string' | 'number' | 'type' | 'name' | 'inserted' | 'deleted';

/** A coloured piece of a line, by its characters. */
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

/** Longer lines are no code that anybody reads; a mode may look at the rest of the line for every token. */
const MAX_LINE_CHARACTERS = 1000;

/** Steps a mode may take without reading on, before the rest of its line is left plain. */
const MAX_IDLE_STEPS = 10;

/** Reads code line by line, each line once. */
export class LineTokenizer {
  readonly #mode: Mode;
  readonly #state: unknown;

  constructor(mode: Mode) {
    this.#mode = mode;
    this.#state = mode.startState ? mode.startState(INDENT_UNIT) : {};
  }

  /** Reads the next line, without its line end. */
  read(line: string): readonly LineToken[] {
    const tokens: LineToken[] = [];
    if (line === '') this.#mode.blankLine?.(this.#state, INDENT_UNIT);
    if (line.length > MAX_LINE_CHARACTERS) return tokens;
    const stream = new StringStream(line, TAB_SIZE, INDENT_UNIT);
    while (!stream.eol()) {
      const kind = kindOf(this.#next(stream));
      // Some modes mark as punctuation the text that others mark as decorators.
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

/** The last of several styles says most: a key of JSON is `string property`. */
function kindOf(style: string | null): TokenKind | undefined {
  for (const name of style?.split(' ').toReversed() ?? []) {
    const kind = KINDS.get(name) ?? KINDS.get(name.split('.', 1)[0] ?? '');
    if (kind) return kind;
  }
  return undefined;
}

/** Neighbours of one kind become one: every range costs the browser something in every frame. */
function addToken(tokens: LineToken[], token: LineToken, line: string): void {
  const last = tokens.at(-1);
  if (last?.kind === token.kind && line.slice(last.end, token.start).trim() === '') last.end = token.end;
  else tokens.push(token);
}
