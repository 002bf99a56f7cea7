/** A document with generated parts: its path, its content, and the content that it should have. */
export interface GeneratedDocument {
  readonly path: string;
  readonly current: string;
  readonly fresh: string;
}
