import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';
import { listTracked } from './list-tracked.ts';
import type { Check } from '../house/check.ts';

/** The rooms of `widget/ui` from the ground up. Each imports only from rooms before it; so does a folder in a room. */
export const UI_FLOORS = [
  'words',
  'base',
  'element',
  'shell',
  'frame',
  'composer',
  'feature',
  'features',
  'asking',
  'chat',
  'panel',
] as const;

/** Modules that put a house together from its folders: each is a room above the folder that it stands in. */
const COMPOSITION = /^(?:widget\/(?:index|element)|worker\/index)\.ts$/;

/** `import type … from './a.ts'`, `export … from './a.ts'`, `import('./a.ts')`: types count. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** An import of one file by another, by their paths from the root: `widget/ui/panel/panel.ts`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The imports of a source, by path. */
export function importsOf(path: string, source: string): readonly Import[] {
  return [...source.matchAll(IMPORT)].map(([, specifier = '']) => ({
    from: path,
    to: normalize(join(dirname(path), specifier)),
  }));
}

/** The room of a file: its folder. */
export function roomOf(path: string): string {
  return COMPOSITION.test(path) ? path : dirname(path);
}

/** An import for each arrow between two rooms; the first one found. */
export function arrowsOf(imports: readonly Import[]): ReadonlyMap<string, Import> {
  const arrows = new Map<string, Import>();
  for (const one of imports) {
    const [from, to] = [roomOf(one.from), roomOf(one.to)];
    const name = `${from} -> ${to}`;
    if (from !== to && !arrows.has(name)) arrows.set(name, one);
  }
  return arrows;
}

/** The arrows that are part of a circle: a way leads back from the room that is imported to the one that imports. */
export function findCircles(imports: readonly Import[]): readonly Import[] {
  const arrows = [...arrowsOf(imports).values()];
  const next = groupBy(arrows, ({ from }) => roomOf(from));
  const leadsTo = (start: string, goal: string): boolean => {
    const seen = new Set([start]);
    for (const room of seen) {
      if (room === goal) return true;
      for (const { to } of next.get(room) ?? []) seen.add(roomOf(to));
    }
    return false;
  };
  return arrows.filter(({ from, to }) => leadsTo(roomOf(to), roomOf(from)));
}

/** The imports in `widget/ui` of a room above the importing one. */
export function findUpward(imports: readonly Import[]): readonly Import[] {
  return imports.filter(({ from, to }) => {
    const [above, below] = [floorOf(to), floorOf(from)];
    return above !== undefined && below !== undefined && above > below;
  });
}

/** The floor of a file of `widget/ui`: 0 for words; undefined outside of it. Throws for a folder without a floor. */
export function floorOf(path: string): number | undefined {
  const [, room] = /^widget\/ui\/([^/]+)/.exec(path) ?? [];
  if (room === undefined) return undefined;
  const floor = (UI_FLOORS as readonly string[]).indexOf(room);
  if (floor === -1) throw new Error(`${path}: widget/ui/${room} is no room of test/tools/floors.ts`);
  return floor;
}

/** `widget/ui/base -> widget/ui/panel: widget/ui/base/a.ts imports widget/ui/panel/b.ts` */
export function describeImport({ from, to }: Import): string {
  return `${roomOf(from)} -> ${roomOf(to)}: ${from} imports ${to}`;
}

/** The rooms of `widget/ui` with what each imports of the others, from the top floor down. */
export function formatFloors(imports: readonly Import[]): string {
  const arrows = [...arrowsOf(imports.filter(({ from, to }) => [from, to].every(isUi))).values()];
  const rooms = groupBy(arrows, ({ from }) => nameOf(from));
  const lines = UI_FLOORS.toReversed().flatMap((floor) => {
    const names = [...rooms.keys()].filter((name) => name.split('/')[0] === floor).toSorted();
    if (names.length === 0) return [`  ${floor}`];
    return names.map((name) => {
      const below = new Set((rooms.get(name) ?? []).map(({ to }) => nameOf(to)));
      return `  ${name} -> ${[...below].toSorted().join(', ')}`;
    });
  });
  return [`widget/ui: ${arrows.length} arrows between rooms`, ...lines].join('\n');
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function isUi(path: string): boolean {
  return floorOf(path) !== undefined;
}

function nameOf(path: string): string {
  return roomOf(path).replace('widget/ui/', '');
}

/** All imports of the TypeScript sources in some folders. */
export async function readImports(...folders: readonly string[]): Promise<readonly Import[]> {
  const paths = (await listTracked(...folders)).filter((path) => path.endsWith('.ts'));
  const sources = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
  const known = new Set(paths);
  return sources
    .flatMap((source, index) => importsOf(paths[index] ?? '', source))
    .filter(({ to }) => known.has(to));
}

/** What keeps the house in floors. */
export const FLOOR_CHECKS: readonly Check[] = [
  ...['widget', 'worker', 'demo/build'].map((folder): Check => ({
    title: `no folders of ${folder}/ import each other in a circle, types included`,
    run: async () => refuse(findCircles(await readImports(folder))),
  })),
  {
    title: 'no room of widget/ui imports from a room above it',
    run: async () => refuse(findUpward(await readImports('widget/ui'))),
  },
];

function refuse(imports: readonly Import[]): void {
  if (imports.length > 0) throw new Error(imports.map(describeImport).join('\n    '));
}
