import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { DIST } from '../../../widget/build/project.ts';
import { pathOf } from './renderers.ts';

/** A module, bundled with all its imports as a site would do it. */
export interface Bundle {
  /** Code by file name. */
  readonly files: ReadonlyMap<string, string>;
  /** The file that the page imports. */
  readonly entry: string;
  /** Bytes (brotli, level 11) of the entry and its static imports, without dynamic imports. */
  readonly bytes: number;
}

/** Bundles a module of the fixture. `cf-ai-chat/markdown.js` is taken from `dist/`. */
export async function bundleModule(file: string): Promise<Bundle> {
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    root: pathOf('.'),
    resolve: { alias: { 'cf-ai-chat/markdown.js': join(DIST, 'markdown.js') } },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: pathOf(file), preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunks = new Map(
    outputs.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])),
  );
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  if (!entry) throw new Error(`${file} has no entry`);
  const loaded = new Set([entry.fileName]);
  // The loop also visits files that it adds.
  for (const name of loaded) for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported);
  const sizes = [...loaded].map((name) => brotliCompressSync(chunks.get(name)?.code ?? '').length);
  return {
    files: new Map([...chunks].map(([name, { code }]) => [name, code])),
    entry: entry.fileName,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
