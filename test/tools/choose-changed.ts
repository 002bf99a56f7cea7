import { runCommand } from '../../widget/build/run-command.ts';
import { readImports } from '../house/floors.ts';
import { withNeeded } from './choose-suites.ts';
import type { Choice } from './run-suites.ts';
import type { Suite } from './suites.ts';

/** An import of one file by another, by their paths from the root. */
interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * The tests to run after a change against `main`, uncommitted files included: test files that changed or import a changed file, and
 * all files of a suite whose `touchedBy` matches a changed file. Tests that read a changed file by its path are not found.
 */
export async function chooseChanged(suites: readonly Suite[]): Promise<readonly Choice[]> {
  const changed = await listChanged();
  const { modules } = await readImports();
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  return touchedBy(changed, imports, suites);
}

/** The suites that changed files touch, with those that they need. */
export function touchedBy(
  changed: readonly string[],
  imports: readonly Import[],
  suites: readonly Suite[],
): readonly Choice[] {
  const touched = new Set(changed);
  // The loop also visits files that it adds.
  for (const path of touched) for (const { from, to } of imports) if (to === path) touched.add(from);
  const chosen = new Map<Suite, readonly string[]>();
  for (const suite of suites) {
    const isWhole = changed.some((path) => suite.touchedBy?.test(path));
    const files = isWhole ? suite.files : suite.files.filter((file) => touched.has(file));
    if (isWhole || files.length > 0) chosen.set(suite, files);
  }
  return withNeeded(chosen, suites);
}

async function listChanged(): Promise<readonly string[]> {
  const base = (await git('merge-base', 'HEAD', await findMain()))[0] ?? 'HEAD';
  // Without renames, the old path of a moved file is listed, too.
  const committed = await git('diff', '--name-only', '--no-renames', '-z', base);
  return [...committed, ...(await git('ls-files', '-z', '--others', '--exclude-standard'))];
}

/** The branch that the work began on. A clone that follows another branch has `main` only at its origin. */
async function findMain(): Promise<string> {
  const names = ['heads/main', 'remotes/origin/main'];
  const found = await git('for-each-ref', '--format=%(refname)', ...names.map((name) => `refs/${name}`));
  if (found[0] === undefined)
    throw new Error('there is no branch main to compare with: git fetch origin main:main');
  return found[0];
}

async function git(...args: readonly string[]): Promise<readonly string[]> {
  const { code, output } = await runCommand('git', args);
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed: ${output.trim()}`);
  return output.split(/[\0\n]/).filter((line) => line !== '');
}
