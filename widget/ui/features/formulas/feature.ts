import { FORMULA } from '../../base/formula.ts';
import { Feature } from '../../feature/feature.ts';

/** Formulas of answers as mathematics. Until its code is here they stand as LaTeX. */
export const formulas = new Feature({
  load: async () => (await import('./formulas.ts')).Formulas,
  isOnlineOnly: true,
  isWanted: ({ root }) => root.querySelector(FORMULA) !== null,
});
