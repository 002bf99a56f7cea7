import { type StreamParser, StringStream } from '@codemirror/streamparser';
import { loadParser } from './common-parsers.ts';
import { type Mode, TOKEN_KINDS, type TokenKind } from './mode.ts';

/** The names that CodeMirror's modes have for the styles of each kind. */
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

const KINDS: ReadonlyMap<string, TokenKind> = new Map(
  TOKEN_KINDS.flatMap((kind) => STYLES[kind].split(' ').map((style): [string, TokenKind] => [style, kind])),
);

const TAB_SIZE = 4;
const INDENT_UNIT = 2;

/** Steps without progress after which the rest of a line is left plain. */
const MAX_IDLE_STEPS = 10;

/** A mode that reads with CodeMirror's mode of this name; undefined where there is none. Rejects when its code does not load. */
export async function loadCodeMirrorMode(name: string): Promise<Mode | undefined> {
  const parser = await loadParser(name);
  return parser && adaptMode(parser);
}

function adaptMode(parser: StreamParser<unknown>): Mode {
  return {
    startState: () => (parser.startState ? parser.startState(INDENT_UNIT) : {}),
    readToken(cursor, state) {
      const stream = new StringStream(cursor.line, TAB_SIZE, INDENT_UNIT);
      stream.pos = cursor.position;
      const kind = kindOf(readStyle(parser, stream, state));
      cursor.position = stream.pos;
      // Some modes give punctuation the style of decorators: ignore it.
      return kind === 'name' && !/\w/.test(stream.current()) ? undefined : kind;
    },
    readBlankLine: (state) => parser.blankLine?.(state, INDENT_UNIT),
  };
}

function readStyle(parser: StreamParser<unknown>, stream: StringStream, state: unknown): string | null {
  stream.start = stream.pos;
  for (let step = 0; step < MAX_IDLE_STEPS; step++) {
    const style = parser.token(stream, state);
    if (stream.pos > stream.start) return style;
  }
  stream.skipToEnd();
  return null;
}

/** Of several styles the last one is the most specific: a JSON key is `string property`. */
function kindOf(style: string | null): TokenKind | undefined {
  for (const name of style?.split(' ').toReversed() ?? []) {
    const kind = KINDS.get(name) ?? KINDS.get(name.split('.', 1)[0] ?? '');
    if (kind) return kind;
  }
  return undefined;
}
