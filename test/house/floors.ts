import { dirname } from 'node:path/posix';
import type { ICruiseResult, IModule } from 'dependency-cruiser';
import { ROOT } from '../../widget/build/project.ts';
import { IMPORT_RULES, UI_FLOORS } from './import-rules.ts';
import type { Check } from './check.ts';

/** Composition files, which import all folders: each counts as a floor above the folder that it stands in. */
const COMPOSITION = /^(?:widget\/(?:index|element)|worker\/index)\.ts$/;

const UI = /^widget\/ui\//;

/** Folders whose subfolders may not import each other in a circle. */
const HOUSES = /^(?:widget|worker|demo\/build)\//;

/** One folder that imports another, and an import that is the reason. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly example: string;
}

/** Reads all imports of a tree, and which of them break a rule. */
export async function readImports(root = ROOT): Promise<ICruiseResult> {
  // Loaded on demand, since it loads a TypeScript of its own, which takes seconds.
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(['widget', 'worker', 'demo', 'test'], {
    baseDir: root,
    ruleSet: { forbidden: [...IMPORT_RULES] },
    validate: true,
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: 'node_modules',
    exclude: '^(?:dist|test/(?:api|fixtures))/',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

/** The checks of the import rules. */
export function floorChecks({ modules, summary }: ICruiseResult): readonly Check[] {
  return [
    {
      title: 'every import is one that the floors allow, types included',
      run: () =>
        refuse(
          summary.violations.map(
            ({ from, to, rule, cycle }) =>
              `${from} imports ${cycle?.map(({ name }) => name).join(', which imports ') ?? to}: ${rule.name}`,
          ),
        ),
    },
    {
      title: 'no folders import each other in a circle, types included',
      run: () =>
        refuse(findFolderCircles(modules).map(({ from, to, example }) => `${from} -> ${to}: ${example}`)),
    },
  ];
}

/** The folders of `widget/ui`, each with the folders that it imports, from the top floor down. */
export function formatFloors({ modules }: ICruiseResult): string {
  const arrows = arrowsOf(modules, UI);
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted();
  const lines = UI_FLOORS.toReversed()
    .flatMap((floor) => rooms.filter((room) => `${room}/`.startsWith(`widget/ui/${floor}/`)))
    .map((room) => [
      room,
      arrows
        .flatMap(({ from, to }) => (from === room ? [to] : []))
        .toSorted()
        .join(', '),
    ]);
  return [
    `widget/ui: ${arrows.length} arrows between rooms`,
    ...lines.map(([room, below]) => `  ${room}${below && ` -> ${below}`}`.replaceAll('widget/ui/', '')),
  ].join('\n');
}

/**
 * The imports between folders that are part of a circle, and those that lead from one circle to another. The
 * rule of dependency-cruiser for circles of folders counts files of subfolders to a folder: it refuses `a/x ->
 * b -> a`, which is no circle, and never finds `a -> a/x -> a`.
 */
function findFolderCircles(modules: readonly IModule[]): readonly Arrow[] {
  let arrows = arrowsOf(modules, HOUSES);
  for (let before = Infinity; arrows.length < before;) {
    before = arrows.length;
    // A folder that imports no other, or is not imported, is in no circle.
    arrows = arrows.filter(
      ({ from, to }) => arrows.some((next) => next.from === to) && arrows.some((last) => last.to === from),
    );
  }
  return arrows;
}

/** One entry for each pair of folders with an import, among folders whose paths match. */
function arrowsOf(modules: readonly IModule[], pattern: RegExp): readonly Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const { source, dependencies } of modules.filter((each) => pattern.test(each.source))) {
    for (const { resolved } of dependencies.filter((each) => pattern.test(each.resolved))) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (from !== to) arrows.set(`${from} ${to}`, { from, to, example: `${source} imports ${resolved}` });
    }
  }
  return [...arrows.values()];
}

/** The folder of a file. */
function roomOf(path: string): string {
  return COMPOSITION.test(path) ? path : dirname(path);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
