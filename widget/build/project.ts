import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Root folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/** Output of the build: the package's files, and in `site/` the files that the Worker serves. */
export const DIST = join(ROOT, 'dist');

/** The custom elements manifest, which `npm run docs` generates from the sources. */
export const MANIFEST = join(ROOT, 'widget/custom-elements.json');

/** Temporary and cached files of the tools. */
export const CACHE = join(ROOT, '.cache');

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Version of the package, which is also the name of the folder a release is served from. */
export const VERSION = version;
