import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { build, type InlineConfig } from 'vite';
import {
  commandConfig,
  doctorConfig,
  launcherConfig,
  loaderConfig,
  modulesConfig,
  noticesConfig,
  panelConfig,
  searchConfig,
} from '../../../widget/build/passes.ts';
import { CACHE } from '../../../widget/build/project.ts';

const OUT_DIR = join(CACHE, 'packages-test');
const FILE = { path: 'file.js', integrity: 'sha256-' };
const PASSES: Readonly<Record<string, InlineConfig>> = {
  modules: modulesConfig(OUT_DIR),
  panel: panelConfig(OUT_DIR),
  loader: loaderConfig(OUT_DIR, { panel: FILE, doctor: FILE, launcher: FILE, notices: FILE, search: FILE }),
  doctor: doctorConfig(OUT_DIR),
  launcher: launcherConfig(OUT_DIR),
  notices: noticesConfig(OUT_DIR),
  search: searchConfig(OUT_DIR),
  command: commandConfig(OUT_DIR),
};

/**
 * Runs one pass of the build without writing. Returns the bundled package files, and those whose code differs
 * from the file on disk.
 */
async function findChanged(config: InlineConfig): Promise<{ bundled: string[]; changed: string[] }> {
  const bundled: string[] = [];
  const changed: string[] = [];
  const comparison = {
    name: 'test:comparison',
    transform: {
      order: 'post' as const,
      filter: { id: /\/node_modules\// },
      async handler(code: string, id: string): Promise<undefined> {
        const [path = ''] = id.split('?');
        const name = path.replace(/^.*\/node_modules\//, '');
        bundled.push(name);
        if (code !== (await readFile(path, 'utf8'))) changed.push(name);
      },
    },
  };
  // Skips everything after the modules are read, which takes most of a pass.
  const readers = (config.plugins ?? []).filter((plugin) => !(plugin && 'renderChunk' in plugin));
  const plugins = [...readers, comparison];
  await build({ ...config, plugins, build: { ...config.build, write: false } });
  return { bundled, changed };
}

describe('the packages that are bundled', { timeout: 60_000 }, () => {
  for (const [name, config] of Object.entries(PASSES)) {
    it(`are the published files in the pass of the ${name}, except the Trusted Types policy of lit-html`, async () => {
      const { bundled, changed } = await findChanged(config);
      const hasTemplates = bundled.includes('lit-html/lit-html.js');
      assert.deepEqual(changed, hasTemplates ? ['lit-html/lit-html.js'] : []);
      if (name === 'modules')
        for (const file of [
          'marked/lib/marked.esm.js',
          'dompurify/dist/purify.es.mjs',
          'lit-html/lit-html.js',
        ])
          assert.ok(bundled.includes(file), file);
    });
  }
});
