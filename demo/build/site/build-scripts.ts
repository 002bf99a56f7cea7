import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../../../widget/build/project.ts';

const SOURCES = join(ROOT, 'demo/scripts');

/** Bundles the scripts of the site's pages into a folder; what a page needs later goes into chunks of its own. */
export async function buildScripts(outDir: string): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      lib: {
        entry: {
          page: join(SOURCES, 'page.ts'),
          frame: join(SOURCES, 'frame.ts'),
          exhibit: join(SOURCES, 'exhibit.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        onwarn: ({ message }) => console.warn(message),
        checks: { pluginTimings: false },
        // package.json lists only files of the package in `sideEffects`.
        treeshake: { moduleSideEffects: true },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          minify: { compress: true, mangle: true, codegen: true },
          comments: false,
        },
      },
    },
  });
}
