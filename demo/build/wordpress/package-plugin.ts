import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { rolldown } from 'rolldown';
import { DIST, ROOT, VERSION } from '../../../widget/build/project.ts';
import { integrityOf } from '../../../widget/build/write-integrity.ts';
import { listFiles } from '../../../widget/build/folders.ts';
import type { Manifest } from '../../../widget/build/published-manifest.ts';
import { pluginFields } from './fields.ts';
import { blockSource, fieldsSource, PLUGIN_SLUG } from './plugin-sources.ts';

/** Where `npm run wordpress` leaves the plugin, until the next build. */
export const PLUGIN_PACKAGES = join(DIST, 'wordpress');

const SOURCES = join(ROOT, 'demo/wordpress');

/** Files that the script-tag file of the build loads, and the licences of packages in them. */
const ENTRIES = [
  'cf-ai-chat.js',
  'doctor.js',
  'launcher.js',
  'notices.js',
  'search.js',
  'THIRD-PARTY-LICENSES.md',
];

/** What `npm run build` needs, so that the package holds the sources of the script it carries. */
const BUILD_SOURCES = ['widget', 'worker', 'demo'];
const BUILD_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'LICENSE'];

/**
 * Sources that are left out: the plugin's own files are in the package already, and the build needs no packages, READMEs or
 * pictures of the documentation.
 */
const NO_SOURCES = /^demo\/(?:wordpress|docs\/pictures)\/|node_modules\/|\/README\.md$/;

/** The line of the readme for accounts at wordpress.org, before somebody has named them. */
const NO_CONTRIBUTORS = /^Contributors: @CONTRIBUTORS@\n/m;

/** The script of the page of settings. It is bundled, since it imports how the widget reads addresses. */
const SETTINGS_SCRIPT = 'admin/settings.js';

/** Timestamps in a zip would make two packages of one source differ. */
const ZIP_DATE = new Date(1980, 0, 1);

/** Where a package of the plugin lies. */
export interface PluginPackage {
  /** The folder that goes into `wp-content/plugins`. */
  readonly folder: string;
  /** The file to upload. */
  readonly zip: string;
}

/** Throws while the readme names no accounts of wordpress.org: the plugin directory takes no package without them. */
export async function requireContributors(): Promise<void> {
  const readme = await readFile(join(SOURCES, 'readme.txt'), 'utf8');
  if (NO_CONTRIBUTORS.test(readme))
    throw new Error(
      'demo/wordpress/readme.txt: replace @CONTRIBUTORS@ by your account at wordpress.org, or several with commas between them',
    );
}

/** Makes the plugin from its sources and the finished build in `dist/`, below `outDir`. */
export async function packagePlugin(outDir: string): Promise<PluginPackage> {
  const files = await pluginFiles();
  const folder = join(outDir, PLUGIN_SLUG);
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const zip = join(outDir, `${PLUGIN_SLUG}.zip`);
  const entries = Object.fromEntries(
    [...files].map(([path, content]) => [`${PLUGIN_SLUG}/${path}`, new Uint8Array(content)]),
  );
  await writeFile(zip, zipSync(entries, { mtime: ZIP_DATE, level: 9 }));
  return { folder, zip };
}

async function pluginFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const path of (await listFiles(SOURCES)).toSorted()) {
    const source = await readFile(join(SOURCES, path), 'utf8');
    files.set(path, Buffer.from(source.replaceAll('@VERSION@', VERSION).replace(NO_CONTRIBUTORS, '')));
  }
  files.set(SETTINGS_SCRIPT, Buffer.from(await bundleScript(join(SOURCES, SETTINGS_SCRIPT))));
  const manifest = JSON.parse(await readFile(join(DIST, 'custom-elements.json'), 'utf8')) as Manifest;
  const fields = pluginFields(manifest);
  files.set('includes/fields.php', Buffer.from(fieldsSource(fields)));
  files.set('block/block.json', Buffer.from(blockSource(fields, VERSION)));
  for (const [path, content] of await widgetFiles()) files.set(`widget/${path}`, content);
  for (const path of await buildSources()) files.set(`source/${path}`, await readFile(join(ROOT, path)));
  return files;
}

/** A script with what it imports of the widget, for readers: nothing is made shorter. */
async function bundleScript(input: string): Promise<string> {
  const bundle = await rolldown({ input });
  const { output } = await bundle.generate({ format: 'iife' });
  return output[0].code;
}

/** The files from which the script can be built, as paths from the root. */
async function buildSources(): Promise<string[]> {
  const found = BUILD_SOURCES.map(async (folder) =>
    (await listFiles(join(ROOT, folder))).map((path) => `${folder}/${path}`),
  );
  const sources = (await Promise.all(found)).flat().toSorted();
  return [...BUILD_FILES, ...sources.filter((path) => !NO_SOURCES.test(path))];
}

/** The entries, and every chunk that one of these files names: by its file name, or by the hash that its content must have. */
async function widgetFiles(): Promise<Map<string, Buffer>> {
  const paths = (await listFiles(DIST)).filter((path) => /^chunks\/.+\.js$/.test(path)).toSorted();
  const read = async (path: string) => [path, await readFile(join(DIST, path))] as const;
  const chunks = (await Promise.all(paths.map(read))).map(
    ([path, content]) => [path, content, integrityOf(content, 'sha256').replace('sha256-', '')] as const,
  );
  const files = new Map(await Promise.all(ENTRIES.map(read)));
  // The loop also visits entries that are added to the map meanwhile: chunks that are named by chunks.
  for (const content of files.values())
    for (const [path, chunk, hash] of chunks)
      if (content.includes(basename(path)) || content.includes(hash)) files.set(path, chunk);
  return files;
}
