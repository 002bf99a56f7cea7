import { FORMULA } from '../../base/formula.ts';
import { Feature } from '../../feature/feature.ts';

/** Draws formulas of answers. Until its code has loaded they are shown as LaTeX. */
export const formulas = new Feature({
  load: async () => (await import('./formulas.ts')).Formulas,
  isOnlineOnly: true,
  isWanted: ({ root }) => root.querySelector(FORMULA) !== null,
});
