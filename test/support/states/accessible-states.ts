/** The states that axe checks in every look. README says how many they are. */
export const ACCESSIBLE_STATES: readonly string[] = [
  'closed',
  'empty',
  'streaming',
  'long-answer',
  'citation',
  'sources',
  'comment',
  'error-again',
  'wait',
  'menu',
  'history',
  'search',
  'search-answer',
];

/** States whose elements another state has, too: tests of every state leave them to `npm run test:full`. */
export const REPEATED_STATES: ReadonlySet<string> = new Set([
  'empty-plain',
  'waiting',
  'answer',
  'long-answer-start',
  'long-question',
  'stopped',
  'file',
  'search-empty',
  'search-waiting',
  'search-nothing',
  'search-recent',
  'error-cut',
  'thoughts-between',
  'working',
  'quota',
  'page',
  'page-list',
]);
