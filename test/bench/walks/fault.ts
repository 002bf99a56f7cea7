/** What the product promises to every visitor, whatever happens. */
export const INVARIANTS = [
  'nothing typed is lost',
  'nothing is sent twice',
  'every answer is whole or marked',
  'every answer comes to an end',
  'tabs agree',
  'the books balance',
  'nothing is dead',
  'a double click is one press',
  'the walk comes to its end',
] as const;

/** A promise that was not kept. */
export interface Fault {
  readonly invariant: (typeof INVARIANTS)[number];
  readonly details: string;
}
