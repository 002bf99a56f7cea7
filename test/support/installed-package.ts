import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../widget/build/run-command.ts';

/** The package as installed from npm. */
export interface InstalledPackage {
  /** A folder whose `node_modules` holds this package and no other. */
  readonly folder: string;
  readonly tarball: string;
  remove(): Promise<void>;
}

/** Packs the last build and unpacks it into another project, which cannot find this project's `node_modules`. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-installed-'));
  const options = ['--ignore-scripts', '--loglevel=error', '--json', '--pack-destination', folder];
  const { code, output } = await runCommand('npm', ['pack', ...options]);
  const name = /"filename": "([^"]+)"/.exec(output)?.[1];
  if (code !== 0 || name === undefined) throw new Error(`npm pack: ${output}`);
  const tarball = join(folder, name);
  await mkdir(join(folder, 'node_modules'));
  const unpacked = await runCommand('tar', ['-xzf', tarball, '-C', folder]);
  if (unpacked.code !== 0) throw new Error(`tar: ${unpacked.output}`);
  await rename(join(folder, 'package'), join(folder, 'node_modules/cf-ai-chat'));
  return { folder, tarball, remove: () => rm(folder, { recursive: true, force: true }) };
}
