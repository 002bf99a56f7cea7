import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { ROOT } from './project.ts';
import { runCommand } from './run-command.ts';

const ENTRIES = { index: 'index', element: 'element', markdown: 'markdown/package/package-entry' };

/**
 * Writes one declaration file per entry into `outDir`. They include the types of other packages, so that the package needs no
 * dependencies. `scratch` is an empty folder for the compiler's output.
 */
export async function writeDeclarations(outDir: string, scratch: string): Promise<void> {
  await emitDeclarations(scratch);
  const input = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, path]) => [name, join(scratch, `${path}.d.ts`)]),
  );
  // The plugin only joins the declarations that the compiler has written.
  const bundle = await rolldown({
    input,
    checks: { pluginTimings: false },
    // These comments would contain the names of temporary folders, and no two builds would be identical.
    experimental: { attachDebugInfo: 'none' },
    plugins: [dts({ dtsInput: true, sourcemap: false, resolver: 'oxc', tsconfig: false })],
  });
  const { output } = await bundle.write({
    dir: outDir,
    format: 'es',
    entryFileNames: '[name].d.ts',
    // Names as in the sources, without hashes, so that `test/api/` shows each change.
    chunkFileNames: 'chunks/[name].d.ts',
    minifyInternalExports: false,
    codeSplitting: {
      groups: [
        { name: 'packages', test: /\/node_modules\// },
        { name: 'protocol', test: /\/protocol\/[^/]+$/ },
      ],
    },
  });
  await bundle.close();
  for (const file of output) {
    const foreign = file.type === 'chunk' ? file.imports.find((name) => !name.endsWith('.d.ts')) : undefined;
    if (foreign !== undefined) throw new Error(`${file.fileName} needs the types of ${foreign}`);
  }
}

async function emitDeclarations(outDir: string): Promise<void> {
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--noEmitOnError', 'true'];
  const folders = ['--rootDir', 'widget', '--outDir', relative(ROOT, outDir)];
  const { code, output } = await runCommand('tsc', ['-p', 'tsconfig.json', ...options, ...folders]);
  if (code !== 0) throw new Error(output.trim());
}
