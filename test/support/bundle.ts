import assert from 'node:assert/strict';
import { build, mergeConfig, type BuildEnvironmentOptions, type InlineConfig } from 'vite';

const DEFAULTS: InlineConfig = {
  configFile: false,
  logLevel: 'silent',
  define: {
    'process.env.NODE_ENV': '"production"',
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  build: { write: false, rolldownOptions: { output: { codeSplitting: false } } },
};

/** Bundles an entry with all that it imports into one module, as the project of a user would; resolves with its code. */
export async function bundle(config: InlineConfig): Promise<string> {
  const results = await build(mergeConfig(DEFAULTS, config));
  const files = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = files.find((output) => output.type === 'chunk');
  assert.ok(chunk);
  return chunk.code;
}

/** Settings of a bundle for browsers. */
export const forBrowsers = (entry: string): BuildEnvironmentOptions => ({
  lib: { entry, formats: ['es'], fileName: 'bundle' },
});
