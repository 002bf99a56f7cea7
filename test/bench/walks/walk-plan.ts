import * as fc from 'fast-check';

/** Where the page and its backend are. `own`: the Worker's own origin; `allowed`: another one; `openai`: not our backend. */
export const SITES = ['own', 'allowed', 'openai'] as const;
/** `cdn`: our backend, and the script from somewhere else, such as npm. */
export type Site = (typeof SITES)[number] | 'cdn';

/** How often a visitor does a thing, or a thing happens to one, among all others. */
const WEIGHTS = {
  send: 14,
  'send and leave': 2,
  'type and leave': 2,
  'queue and leave': 2,
  'press Send twice': 2,
  'open the menu twice': 1,
  read: 6,
  type: 3,
  stop: 3,
  edit: 3,
  'edit in part': 1,
  version: 3,
  regenerate: 3,
  'try again': 3,
  'new chat': 3,
  undo: 3,
  'open a thread': 3,
  reload: 5,
  'follow a link': 5,
  back: 4,
  forward: 2,
  'new tab': 2,
  'duplicate the tab': 1,
  'switch tabs': 3,
  'close the tab': 1,
  'go offline': 2,
  'go online': 6,
  'lose bytes silently': 2,
  'reset connections': 3,
  'restart the Worker': 1,
  'kill the isolate': 1,
  'fill the storage': 1,
  'free the storage': 2,
  'delay files': 1,
  'miss a file': 1,
} as const satisfies Readonly<Record<string, number>>;

export type Action = keyof typeof WEIGHTS;

/** One step of a visitor. It is passed over where it cannot be done, such as `stop` without an answer that streams. */
export interface Step {
  /** Milliseconds before it. */
  readonly pauseMs: number;
  readonly action: Action;
  /** Where there are several conversations, questions or tabs to act on: the one with this number, modulo their count. */
  readonly pick: number;
}

/** A visit from its first step to its last. */
export interface Walk {
  /** Plans the same walk again. */
  readonly number: number;
  readonly site: Site;
  readonly persist: 'session' | 'local' | 'none';
  /** Its pages have the browser prerender each other, as those of WordPress do. */
  readonly prerenders: boolean;
  readonly steps: readonly Step[];
}

const MIN_STEPS = 10;
const MAX_STEPS = 40;

const STEP: fc.Arbitrary<Step> = fc.record({
  pauseMs: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 10, max: 150 }) },
    { weight: 1, arbitrary: fc.integer({ min: 150, max: 600 }) },
  ),
  action: fc.oneof(
    ...Object.entries(WEIGHTS).map(([action, weight]) => ({
      weight,
      arbitrary: fc.constant(action as Action),
    })),
  ),
  pick: fc.nat(11),
});

const WALK = fc.noBias(
  fc.record({
    site: fc.constantFrom(...SITES),
    persist: fc.constantFrom('session' as const, 'local' as const),
    prerenders: fc.boolean(),
    steps: fc.array(STEP, { minLength: MIN_STEPS, maxLength: MAX_STEPS, size: 'max' }),
  }),
);

/** The walk with a number: the same steps at every call. */
export function planWalk(number: number): Walk {
  const [walk] = fc.sample(WALK, { seed: number, numRuns: 1 });
  if (!walk) throw new Error('fast-check gave no sample');
  return { number, ...walk };
}
