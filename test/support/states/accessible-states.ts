/** States that axe looks at in every look. README says how many. */
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
