import { join } from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { findChromium } from '../support/browser.ts';
import { browserReporter } from './browser-reporter.ts';

const root = join(import.meta.dirname, '../..');
const { executablePath, args, env, isShell } = await findChromium();

export default {
  rootDir: root,
  files: [join(root, 'test/widget/**/*.test.ts')],
  // The development build of Lit logs a warning into every page.
  nodeResolve: { exportConditions: ['production', 'default'] },
  // Named, because otherwise the plugin knows no legacy decorators, and decorated elements do not render.
  plugins: [esbuildPlugin({ ts: true, tsconfig: join(root, 'tsconfig.json') })],
  browsers: [
    chromeLauncher({ launchOptions: { executablePath, args, env, headless: isShell ? 'shell' : true } }),
  ],
  reporters: [browserReporter(root)],
  // An axe run over a whole panel takes seconds on a busy machine.
  testFramework: { config: { timeout: 20_000 } },
  staticLogging: !process.argv.includes('--watch'),
  concurrentBrowsers: 1,
  // Pages behind the front one get no animation frames.
  concurrency: 1,
  testsStartTimeout: 30_000,
  testsFinishTimeout: 120_000,
};
