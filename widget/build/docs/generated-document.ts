/** A document with generated parts: its path, what it holds, and what it should hold. */
export interface GeneratedDocument {
  readonly path: string;
  readonly current: string;
  readonly fresh: string;
}
