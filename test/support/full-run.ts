/** Whether `npm run test:full` runs: with all rows of the tables of which `npm test` has some. */
export const IS_FULL_RUN = process.env['FULL_TESTS'] === '1';

/** The rows of a table that this run tests: all in a full run, else those with these names. Throws for a name that no row has. */
export function rowsOfRun<T extends { readonly name: string }>(
  rows: readonly T[],
  core: readonly string[],
): readonly T[] {
  const unknown = core.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) throw new Error(`no row is named ${unknown.join(', ')}`);
  return IS_FULL_RUN ? rows : rows.filter(({ name }) => core.includes(name));
}
