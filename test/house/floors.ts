import { dirname } from 'node:path/posix';
import type { ICruiseResult, IModule } from 'dependency-cruiser';
import { ROOT } from '../../widget/build/project.ts';
import { IMPORT_RULES, UI_FLOORS } from './import-rules.ts';
import type { Check } from './check.ts';

/** Modules that put a house together from its folders: each is a room above the folder that it stands in. */
const COMPOSITION = /^(?:widget\/(?:index|element)|worker\/index)\.ts$/;

const UI = /^widget\/ui\//;

/** Folders whose folders may not import each other in a circle. */
const HOUSES = /^(?:widget|worker|demo\/build)\//;

/** An arrow between two rooms, and an import that makes it. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly example: string;
}

/** All imports in a tree, and which of them break a rule. */
export async function readImports(root = ROOT): Promise<ICruiseResult> {
  // It loads a TypeScript, which takes longer than most suites need to begin.
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

/** What keeps the house in floors. */
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

/** The rooms of `widget/ui` with what each imports of the others, from the top floor down. */
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
 * The arrows of circles of rooms, and those that lead from one circle to another. The rule of dependency-cruiser for circles of
 * folders counts the files of subfolders to a folder: it refuses `a/x -> b -> a`, which is no circle, and never sees `a -> a/x -> a`.
 */
function findFolderCircles(modules: readonly IModule[]): readonly Arrow[] {
  let arrows = arrowsOf(modules, HOUSES);
  for (let before = Infinity; arrows.length < before;) {
    before = arrows.length;
    // A room that imports no other one, or is not imported, is in no circle.
    arrows = arrows.filter(
      ({ from, to }) => arrows.some((next) => next.from === to) && arrows.some((last) => last.to === from),
    );
  }
  return arrows;
}

/** An arrow for each pair of rooms, of those whose paths match. */
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

/** The room of a file: its folder. */
function roomOf(path: string): string {
  return COMPOSITION.test(path) ? path : dirname(path);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
