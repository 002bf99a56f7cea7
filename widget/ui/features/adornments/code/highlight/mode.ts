/** The kinds of code that have their own colour. */
export const TOKEN_KINDS = [
  'comment',
  'keyword',
  'string',
  'number',
  'type',
  'name',
  'inserted',
  'deleted',
] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A place in a line of code. */
export interface Cursor {
  readonly line: string;
  /** The index of the next character. */
  position: number;
}

/** How the code of a language is read, line by line. */
export interface Mode {
  /** The state before the first line. Reading changes it. */
  startState(): unknown;
  /** Moves the cursor by one character or more. Returns the kind of these characters; undefined for plain code. */
  readToken(cursor: Cursor, state: unknown): TokenKind | undefined;
  /** Call for an empty line. */
  readBlankLine?(state: unknown): void;
}
