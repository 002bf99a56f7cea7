import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { DIST } from '../../../widget/build/project.ts';
import { pathOf } from './renderers.ts';

/** A module as a site would build it, with all that it imports. */
export interface Bundle {
  /** Script by the name of its file. */
  readonly files: ReadonlyMap<string, string>;
  /** The file that the page imports. */
  readonly entry: string;
  /** Bytes with brotli 11 of the entry and what it imports at once; without what it may load later. */
  readonly bytes: number;
}

/** Bundles a module of the fixture; `cf-ai-chat/markdown.js` is that of the build. */
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
  // A set's iteration goes on with what is added meanwhile.
  for (const name of loaded) for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported);
  const sizes = [...loaded].map((name) => brotliCompressSync(chunks.get(name)?.code ?? '').length);
  return {
    files: new Map([...chunks].map(([name, { code }]) => [name, code])),
    entry: entry.fileName,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
