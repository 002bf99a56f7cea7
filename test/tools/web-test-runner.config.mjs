import { join } from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { readAnswers } from '../support/answers.ts';
import { isEmbeddingPath, startEmbeddingSite } from '../support/embedding-site.ts';
import { findFreePort } from '../../worker/tools/wrangler-dev.ts';
import { browserReporter } from './browser-reporter.ts';
import { listBrowserTests } from './browser-tests.ts';
import { createLauncher } from './browsers/engines.ts';
import { gestures } from './browsers/gestures.ts';
import { screenshots } from './browsers/screenshots.ts';

const root = join(import.meta.dirname, '../..');

const suite = process.env.TESTS ?? 'unit';
const site = suite === 'unit' ? undefined : await startEmbeddingSite();

const isWatched = process.argv.includes('--watch');

/** What `npm run coverage` prints. */
const COVERAGE = { include: ['widget/**/*.ts'], report: true, reporters: ['text'] };

/** Pages and files of the embedding site, on the test runner's own origin. */
function serveSite(context, next) {
  if (!isEmbeddingPath(context.path)) return next();
  context.status = 200;
  context.respond = false;
  site.listener(context.req, context.res);
}

/** Lets the browser cache modules, which do not change during a run, so that only the first page loads them. */
async function keepModules(context, next) {
  await next();
  if (!isWatched && context.response.is('js')) context.set('cache-control', 'max-age=3600');
}

/** Serves each corpus of answers as one JSON file, because a page cannot list a folder. */
const answers = {
  name: 'answers',
  async serve({ path }) {
    const [, corpus] = /^\/test\/fixtures\/markdown\/((?:hard-|new-)?answers)\.json$/.exec(path) ?? [];
    return corpus && { body: JSON.stringify(await readAnswers(corpus)), type: 'json' };
  },
};

const SEND_NODES = '/test/tools/browsers/send-nodes-as-markup.js';

/** The page of a test file. */
function testPage(testFramework) {
  return `<!doctype html><body><script src="${SEND_NODES}"></script><script type="module" src="${testFramework}"></script></body>`;
}

export default {
  rootDir: root,
  files: listBrowserTests(suite),
  // The runner's own search for a port is not safe when two of them start at once.
  port: site?.port ?? (await findFreePort()),
  testRunnerHtml: testPage,
  middleware: [site ? serveSite : keepModules],
  // The development build of Lit logs a warning into every page.
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [
    // Named, because otherwise the plugin knows no legacy decorators, and decorated elements do not render.
    esbuildPlugin({
      ts: true,
      tsconfig: join(root, 'tsconfig.json'),
      define: { 'process.env.FULL_TESTS': JSON.stringify(process.env.FULL_TESTS ?? '') },
    }),
    screenshots,
    gestures,
    answers,
    ...(site ? [{ name: 'embedding-site', serverStop: () => site.close() }] : []),
  ],
  browsers: [await createLauncher(process.env.ENGINE ?? 'chromium', site !== undefined)],
  reporters: [browserReporter(root)],
  ...(process.env.COVERAGE && { coverage: true, coverageConfig: COVERAGE }),
  // An axe run over a whole panel takes seconds on a busy machine.
  testFramework: { config: { timeout: 60_000, forbidOnly: true } },
  staticLogging: !isWatched,
  concurrentBrowsers: 1,
  // One page at a time: browsers run no animation frames in pages behind another one.
  concurrency: 1,
  testsStartTimeout: 30_000,
  // The limit of a whole file. A single test that hangs ends by the time limit above.
  testsFinishTimeout: 600_000,
};
