import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { findMissingBinaries, type LockFile } from '../../widget/build/lock-files.ts';
import { ROOT } from '../../widget/build/project.ts';
import { listTracked } from '../support/list-tracked.ts';
import type { Check } from './check.ts';

/** The fields of a package.json that are read here. */
interface PackageFile {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Rules for every package.json, its lock file, and the sources in its folder. */
export const PACKAGE_CHECKS: readonly Check[] = [
  {
    title: 'every imported package is declared in the package.json of the folder or of one above',
    async run() {
      const packages = await readPackageFiles();
      // The type declarations of our package import frameworks, which users have installed.
      const folders = ['widget', 'worker', 'demo', 'test', ':!test/api'];
      const sources = (await listTracked(...folders)).filter((path) => /\.(?:ts|js|mjs)$/.test(path));
      const undeclared: string[] = [];
      for (const path of sources) {
        const names = importedPackages(path, await readFile(join(ROOT, path), 'utf8'));
        undeclared.push(...findUndeclared(path, names, packages).map((name) => `${path} imports ${name}`));
      }
      if (undeclared.length > 0) throw new Error(undeclared.join('\n'));
    },
  },
  {
    title: 'every package.json names exact versions',
    async run() {
      for (const [folder, { dependencies, devDependencies }] of await readPackageFiles()) {
        const range = Object.entries({ ...dependencies, ...devDependencies }).find(
          ([, version]) => !EXACT_VERSION.test(version),
        );
        if (range !== undefined) throw new Error(`${join(folder, 'package.json')}: ${range.join(' is ')}`);
      }
    },
  },
  {
    title: 'no lock file names a registry or leaves out the binaries of a platform',
    async run() {
      for (const path of await listTracked('*package-lock.json')) {
        const text = await readFile(join(ROOT, path), 'utf8');
        if (text.includes('"resolved"')) {
          throw new Error(`${path} has "resolved": use npm with --omit-lockfile-registry-resolved`);
        }
        const [missing] = findMissingBinaries(JSON.parse(text) as LockFile);
        if (missing !== undefined) throw new Error(`${path} lacks ${missing.name}: run npm run locks`);
      }
    },
  },
];

/**
 * The names of packages that a source imports: `lit` for `lit/decorators.js`. Throws when the source cannot be
 * parsed.
 */
export function importedPackages(path: string, source: string): ReadonlySet<string> {
  const { module, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const expressions = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end),
  );
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map((entry) => entry.moduleRequest?.value ?? ''),
    ),
    // `import('lit')` has a fixed name, `import(path)` has none.
    ...expressions.filter((text) => /^['"]/.test(text)).map((text) => text.slice(1, -1)),
  ];
  // `lit/decorators.js` belongs to a package; `./file.ts` and `node:fs` do not.
  const names = specifiers.filter((name) => /^(?:@[\w.-]+\/)?\w[\w.-]*(?:\/|$)/.test(name));
  return new Set(names.filter((name) => !isBuiltin(name)).map(packageOf));
}

/** The names that neither the folder's package.json nor one above declares. */
export function findUndeclared(
  path: string,
  names: Iterable<string>,
  packages: ReadonlyMap<string, PackageFile>,
): readonly string[] {
  const declared = new Set<string>();
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { name, dependencies, devDependencies } = packages.get(folder) ?? {};
    for (const each of Object.keys({ ...dependencies, ...devDependencies })) declared.add(each);
    if (name !== undefined) declared.add(name);
    if (folder === '.') break;
  }
  return [...names].filter((name) => !declared.has(name) && !declared.has(`@types/${name}`));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** By folder, `.` for the root. */
async function readPackageFiles(): Promise<ReadonlyMap<string, PackageFile>> {
  const paths = await listTracked('*package.json');
  const files = await Promise.all(
    paths.map(async (path) => JSON.parse(await readFile(join(ROOT, path), 'utf8')) as PackageFile),
  );
  return new Map(paths.map((path, index) => [dirname(path), files[index] ?? {}]));
}
