import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';

/** Installed with its dependencies, Astro would bring some hundred packages that nothing here needs. */
const ASTRO = 'astro@7.3.5';

const CACHE = join(ROOT, '.cache/astro');

/** The virtual modules that Astro generates for a site without prefetching and without an adapter. */
const MADE_UP: Readonly<Record<string, string>> = {
  'virtual:astro:adapter-config/client': 'export const internalFetchHeaders = {};',
  'astro/virtual-modules/prefetch.js': 'export const init = () => {};',
};

/** Astro's `<ClientRouter />` as it runs in a page: its own script, bundled. Fetched from npm at the first call. */
export async function bundleAstroRouter(): Promise<string> {
  const folder = await astroFiles();
  const component = await readFile(join(folder, 'components/ClientRouter.astro'), 'utf8');
  const entry = join(folder, 'client-router.ts');
  await writeFile(entry, /<script>([\s\S]*?)<\/script>/.exec(component)?.[1] ?? '');
  const results = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { __PREFETCH_DISABLED__: 'true' },
    plugins: [astroModules(folder)],
    build: {
      write: false,
      lib: { entry, formats: ['es'], fileName: 'router' },
      // The package declares its modules free of side effects, and this script consists of nothing but side effects.
      rolldownOptions: { treeshake: { moduleSideEffects: true } },
    },
  });
  const files = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = files.find((file) => file.type === 'chunk');
  if (chunk === undefined) throw new Error('the router of Astro made no chunk');
  return chunk.code;
}

/** Resolves the imports that Astro's own Vite plugins would resolve. */
function astroModules(folder: string): Plugin {
  const router = join(folder, 'dist/transitions/router.js');
  return {
    name: 'astro-modules',
    enforce: 'pre',
    resolveId: (id) => (id in MADE_UP ? `\0${id}` : id === 'astro:transitions/client' ? router : undefined),
    load: (id) => MADE_UP[id.slice(1)],
  };
}

async function astroFiles(): Promise<string> {
  const folder = join(CACHE, ASTRO);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const packed = await runCommand('npm', ['pack', '--silent', '--pack-destination', scratch, ASTRO]);
    const tarball = (await readdir(scratch)).find((file) => file.endsWith('.tgz'));
    if (packed.code !== 0 || tarball === undefined) throw new Error(`npm pack ${ASTRO}: ${packed.output}`);
    const unpacked = await runCommand('tar', ['-xzf', join(scratch, tarball), '-C', scratch]);
    if (unpacked.code !== 0) throw new Error(`tar: ${unpacked.output}`);
    // A rename is atomic: another run never finds an incomplete package.
    await rename(join(scratch, 'package'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return folder;
}
