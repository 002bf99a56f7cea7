import { relative } from 'node:path';
import { buildAll } from './build-all.ts';
import { ROOT } from '../../widget/build/project.ts';
import { packagePlugin, PLUGIN_PACKAGES, requireContributors } from './wordpress/package-plugin.ts';

const isForDirectory = process.argv.includes('--for-directory');

try {
  if (isForDirectory) await requireContributors();
  await buildAll();
  const { zip } = await packagePlugin(PLUGIN_PACKAGES);
  console.log(`The plugin to ${isForDirectory ? 'hand in' : 'upload'}: ${relative(ROOT, zip)}`);
  console.log(
    "Its folder source/ holds what the script is built from, as WordPress's directory asks; sites do not use it.",
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
