import { listTracked } from './list-tracked.ts';

/** Documents for people who change the code: CONTRIBUTING, and the README of each folder that has one. */
export const CONTRIBUTOR_DOCUMENTS: readonly string[] = [
  'CONTRIBUTING.md',
  ...(await listTracked('*/README.md')),
];
