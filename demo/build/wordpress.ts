import { relative } from 'node:path';
import { buildAll } from './build-all.ts';
import { ROOT } from '../../widget/build/project.ts';
import { packagePlugin, PLUGIN_PACKAGES } from './wordpress/package-plugin.ts';

await buildAll();
const { zip } = await packagePlugin(PLUGIN_PACKAGES);
console.log(`The plugin to upload: ${relative(ROOT, zip)}`);
