import * as fc from 'fast-check';

/** Ways in which an answer, or the question before it, is interrupted. */
export const KINDS = [
  'reload',
  'link',
  'reset',
  'silent loss',
  'silent loss, other isolate',
  'reload, other isolate',
  'loss that the page sees',
  'Worker killed',
] as const;
export type Kind = (typeof KINDS)[number];

/** When and how one turn is interrupted. */
export interface Interruption {
  readonly kind: Kind;
  /** Milliseconds after Enter. */
  readonly atMs: number;
  /** Milliseconds after the first interruption at which a second one of the same kind follows; none for most. */
  readonly againMs: number | undefined;
}

/** Most are in the time before the first word, where a page knows nothing of its turn. */
const MOMENT = fc.oneof(
  { weight: 7, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 3, arbitrary: fc.integer({ min: 400, max: 1_200 }) },
);

const AGAIN = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 400 }) },
);

/** So many interruptions of each kind; the same ones for the same `first`. */
export function planInterruptions(count: number, first: number): ReadonlyMap<Kind, readonly Interruption[]> {
  const moments = fc.noBias(fc.record({ atMs: MOMENT, againMs: AGAIN }));
  return new Map(
    KINDS.map((kind, index) => [
      kind,
      fc
        .sample(moments, { seed: first + index, numRuns: Math.ceil(count / KINDS.length) })
        .map((moment) => ({ kind, ...moment })),
    ]),
  );
}
