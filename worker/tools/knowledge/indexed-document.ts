import type { PassageRow } from './indexing/passage.ts';

/** A document as it goes into the index. */
export interface IndexedDocument {
  /** Its path in its folder, or its address. */
  readonly name: string;
  /** A BCP 47 tag; empty where it is not known. */
  readonly language: string;
  readonly passages: readonly PassageRow[];
}
