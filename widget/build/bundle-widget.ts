import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';
import type { Rolldown } from 'vite';
import { build } from 'vite';
import {
  PANEL_MODULE,
  commandConfig,
  doctorConfig,
  loaderConfig,
  modulesConfig,
  noticesConfig,
  panelConfig,
  type PinnedFile,
} from './passes.ts';
import { pinImports, wrapChunk } from './pinned-imports-plugin.ts';
import { integrityOf } from './write-integrity.ts';

/** Builds the ES modules and then the script-tag file into `outDir`. Throws for bare imports and for module syntax in a classic script. */
export async function bundleWidget(outDir: string): Promise<void> {
  const modules = await buildChunks(modulesConfig(outDir));
  const panelChunks = await buildChunks(panelConfig(outDir));
  const configs = [doctorConfig(outDir), noticesConfig(outDir), commandConfig(outDir)];
  const others = await Promise.all(configs.map(buildChunks));
  refuseBareImports([...modules, ...panelChunks, ...others.flat()]);
  await pinChunks(outDir, panelChunks);
  // sha256 is shorter than the sha384 of integrity.json, and the loader comes with every page.
  const pin = async (path: string): Promise<PinnedFile> => ({
    path,
    integrity: integrityOf(await readFile(join(outDir, path)), 'sha256'),
  });
  const panel = await pin(findPanel(panelChunks).fileName);
  const [doctor, notices] = [await pin('doctor.js'), await pin('notices.js')];
  await buildChunks(loaderConfig(outDir, { panel, doctor, notices }));
  await refuseModuleSyntax(join(outDir, 'cf-ai-chat.js'));
}

async function buildChunks(config: Parameters<typeof build>[0]): Promise<Rolldown.OutputChunk[]> {
  const results = [await build(config)].flat();
  return results
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
}

/** The panel's file. Throws unless it exports `createPanel` and imports nothing. */
function findPanel(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const panel = chunks.find((chunk) => chunk.facadeModuleId === PANEL_MODULE);
  if (panel === undefined) throw new Error(`no chunk begins with ${PANEL_MODULE}`);
  if (!panel.exports.includes('createPanel')) {
    throw new Error(`${panel.fileName} does not export createPanel, only ${panel.exports.join(', ')}`);
  }
  // The loader checks the panel by one hash, which does not cover files that the panel imports.
  if (panel.imports.length > 0) throw new Error(`${panel.fileName} imports ${panel.imports.join(', ')}`);
  return panel;
}

/**
 * Writes the hashes of the panel's chunks into the code that loads them, and makes each chunk but the panel a function of the
 * panel's exports. A chunk that loads others must come after them.
 */
async function pinChunks(outDir: string, chunks: readonly Rolldown.OutputChunk[]): Promise<void> {
  const panel = findPanel(chunks);
  const hashes = new Map<string, string>();
  const pin = async (chunk: Rolldown.OutputChunk): Promise<void> => {
    const path = join(outDir, chunk.fileName);
    const code = pinImports(await readFile(path, 'utf8'), (file) => {
      const hash = hashes.get(file);
      if (hash === undefined) throw new Error(`${chunk.fileName} is pinned before ${file}`);
      return hash;
    });
    await writeFile(path, chunk === panel ? code : wrapChunk(code, basename(panel.fileName)));
    hashes.set(basename(chunk.fileName), integrityOf(await readFile(path), 'sha256'));
  };
  const waiting = new Set(chunks);
  for (let size = 0; size !== waiting.size;) {
    size = waiting.size;
    for (const chunk of waiting) {
      if (chunk.dynamicImports.some((name) => !hashes.has(basename(name)))) continue;
      await pin(chunk);
      waiting.delete(chunk);
    }
  }
  const [stuck] = waiting;
  if (stuck !== undefined) throw new Error(`${stuck.fileName} imports itself by way of others`);
}

/** A browser cannot resolve `import 'lit'`, and two copies of it would not share one Trusted Types policy. */
function refuseBareImports(chunks: readonly Rolldown.OutputChunk[]): void {
  const own = new Set(chunks.map((chunk) => chunk.fileName));
  for (const chunk of chunks) {
    const foreign = [...chunk.imports, ...chunk.dynamicImports].find((name) => !own.has(name));
    if (foreign !== undefined) throw new Error(`${chunk.fileName} imports ${foreign}, which is not built in`);
  }
}

/** `export` and `import.meta` are syntax errors in a classic script. */
async function refuseModuleSyntax(path: string): Promise<void> {
  const code = await readFile(path, 'utf8');
  try {
    void new Script(code, { filename: 'cf-ai-chat.js' });
  } catch (error) {
    throw new Error('cf-ai-chat.js is not a classic script', { cause: error });
  }
}
