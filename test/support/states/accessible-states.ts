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
