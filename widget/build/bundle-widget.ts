import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import type { Rolldown } from 'vite';
import { build } from 'vite';
import { chunkFile } from '../embed/chunk-file.ts';
import {
  COMMAND_LICENSES,
  LICENSES,
  PANEL_MODULE,
  commandConfig,
  doctorConfig,
  launcherConfig,
  loaderConfig,
  modulesConfig,
  noticesConfig,
  panelConfig,
  searchConfig,
  type PinnedFile,
} from './passes.ts';
import {
  exportInside,
  exportNames,
  type HelperChunk,
  type LoadingChunk,
  pinImports,
  type PinnedChunk,
  wrapChunk,
} from './pinned-imports-plugin.ts';
import { integrityOf } from './write-integrity.ts';

/** What the loader calls of the panel's file. */
const PANEL_EXPORT = 'createPanel';

/** Builds the ES modules and then the script-tag file into `outDir`. Throws for bare imports and for module syntax in a classic script. */
export async function bundleWidget(outDir: string): Promise<void> {
  const modules = await buildChunks(modulesConfig(outDir));
  const panelChunks = await buildChunks(panelConfig(outDir));
  const configs = [doctorConfig, launcherConfig, noticesConfig, searchConfig, commandConfig].map((config) =>
    config(outDir),
  );
  const others = await Promise.all(configs.map(buildChunks));
  refuseBareImports([...modules, ...panelChunks, ...others.flat()]);
  await addCommandLicenses(outDir);
  await pinChunks(outDir, panelChunks);
  // sha256, because it is shorter than the sha384 of integrity.json, and every page loads the loader.
  const pin = async (path: string): Promise<PinnedFile> => ({
    path,
    integrity: integrityOf(await readFile(join(outDir, path)), 'sha256'),
  });
  const panel = await pin(findPanel(panelChunks).fileName);
  const [doctor, launcher] = [await pin('doctor.js'), await pin('launcher.js')];
  const [notices, search] = [await pin('notices.js'), await pin('search.js')];
  await buildChunks(loaderConfig(outDir, { panel, doctor, launcher, notices, search }));
  await refuseModuleSyntax(join(outDir, 'cf-ai-chat.js'));
}

/** Adds the licences of packages that only the command contains to the licences of the others. */
async function addCommandLicenses(outDir: string): Promise<void> {
  const [all, own] = [join(outDir, LICENSES), join(outDir, COMMAND_LICENSES)];
  const text = await readFile(all, 'utf8');
  // A package begins with a heading that has a version, such as `## lit - 3.3.3`; other headings belong to the text of a
  // licence.
  const sections = (await readFile(own, 'utf8')).split(/^(?=## \S+ - \d)/m).slice(1);
  const missing = sections.filter((section) => !text.includes(section.slice(0, section.indexOf('\n'))));
  await writeFile(all, [text.trimEnd(), ...missing.map((section) => section.trimEnd())].join('\n\n') + '\n');
  await rm(own);
}

async function buildChunks(config: Parameters<typeof build>[0]): Promise<Rolldown.OutputChunk[]> {
  const results = [await build(config)].flat();
  return results
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
}

/** The panel's chunk. Throws unless it exports `createPanel` and imports nothing. */
function findPanel(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const panel = chunks.find((chunk) => chunk.facadeModuleId === PANEL_MODULE);
  if (panel === undefined) throw new Error(`no chunk begins with ${PANEL_MODULE}`);
  if (!panel.exports.includes(PANEL_EXPORT)) {
    throw new Error(`${panel.fileName} does not export ${PANEL_EXPORT}, only ${panel.exports.join(', ')}`);
  }
  // The loader checks the panel with one hash, which would not cover files that the panel imports.
  if (panel.imports.length > 0) throw new Error(`${panel.fileName} imports ${panel.imports.join(', ')}`);
  return panel;
}

/**
 * Writes the files of the panel's pass, each with the hashes of the chunks that it loads; all but the panel are a function of the
 * panel's exports, in a file named after its hash. A chunk that loads others must come after them.
 */
async function pinChunks(outDir: string, chunks: readonly Rolldown.OutputChunk[]): Promise<void> {
  const panel = findPanel(chunks);
  const panelExports = { file: basename(panel.fileName), names: exportNames(panel.code) };
  const helpers = findHelpers(chunks);
  const pinned = new Map<string, PinnedChunk>();
  const write = (file: string, content: string): Promise<void> =>
    writeFile(join(outDir, dirname(panel.fileName), file), content);
  const pin = async ({ fileName, code }: Rolldown.OutputChunk): Promise<void> => {
    const pinnedCode = pinImports(code, (file) => {
      const chunk = pinned.get(file);
      if (chunk === undefined) throw new Error(`${fileName} is pinned before ${file}`);
      return chunk;
    });
    const file = basename(fileName);
    if (fileName === panel.fileName) return write(file, exportInside(pinnedCode, PANEL_EXPORT));
    const content = wrapChunk(pinnedCode, panelExports, { helpers, loader: findLoader(chunks, fileName) });
    const chunk = pinChunk(file, content);
    pinned.set(file, chunk);
    return write(chunkFile(chunk.name, chunk.hash), content);
  };
  const waiting = new Set(chunks.filter(({ fileName }) => basename(fileName) !== helpers?.file));
  for (let size = 0; size !== waiting.size;) {
    size = waiting.size;
    for (const chunk of waiting) {
      if (chunk.dynamicImports.some((name) => !pinned.has(basename(name)))) continue;
      await pin(chunk);
      waiting.delete(chunk);
    }
  }
  const [stuck] = waiting;
  if (stuck !== undefined) throw new Error(`${stuck.fileName} imports itself by way of others`);
}

function findHelpers(chunks: readonly Rolldown.OutputChunk[]): HelperChunk | undefined {
  const chunk = chunks.find(({ name }) => name === 'rolldown-runtime');
  return chunk && { file: basename(chunk.fileName), code: chunk.code };
}

/** The one chunk that loads another. Undefined where the panel does, or several do: they may not be here yet, or one of them. */
function findLoader(chunks: readonly Rolldown.OutputChunk[], fileName: string): LoadingChunk | undefined {
  const [first, ...others] = chunks.filter(({ dynamicImports }) => dynamicImports.includes(fileName));
  if (!first || first === findPanel(chunks) || others.length > 0) return undefined;
  const file = basename(first.fileName);
  const name = nameOfFile(file);
  const twins = chunks.filter((chunk) => nameOfFile(basename(chunk.fileName)) === name);
  return twins.length > 1 ? undefined : { file, name };
}

/** `de`, for the bundler's `de-12345678.js`. */
function nameOfFile(file: string): string {
  return file.replace(/-[\w-]{8}\.js$/, '');
}

/** `de` and its hash, for the bundler's `de-12345678.js`. */
function pinChunk(file: string, content: string): PinnedChunk {
  const integrity = integrityOf(Buffer.from(content), 'sha256');
  return { name: nameOfFile(file), hash: integrity.replace('sha256-', '') };
}

/**
 * A browser cannot resolve `import 'lit'`, and two copies of Lit would not share one Trusted Types policy. Only the command
 * may import: Node's own modules.
 */
function refuseBareImports(chunks: readonly Rolldown.OutputChunk[]): void {
  const own = new Set(chunks.map((chunk) => chunk.fileName));
  for (const chunk of chunks) {
    const foreign = [...chunk.imports, ...chunk.dynamicImports].find(
      (name) => !own.has(name) && !(chunk.fileName === 'cli.js' && name.startsWith('node:')),
    );
    if (foreign !== undefined) throw new Error(`${chunk.fileName} imports ${foreign}, which is not built in`);
  }
}

/** Throws if a script contains `export` or `import.meta`, which are syntax errors in a classic script. */
async function refuseModuleSyntax(path: string): Promise<void> {
  const code = await readFile(path, 'utf8');
  try {
    void new Script(code, { filename: 'cf-ai-chat.js' });
  } catch (error) {
    throw new Error('cf-ai-chat.js is not a classic script', { cause: error });
  }
}
