import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { runKit } from './run-kit.ts';
import { WIDGETS } from './widgets/index.ts';

// The kit without the repository around it: `node run.ts --packages FOLDER --widget "Deep Chat" --chromium /usr/bin/chromium`.
// FOLDER has the `node_modules` with the packages of the widgets. Prints what a visitor saw.
const { values } = parseArgs({
  options: {
    packages: { type: 'string', default: '.' },
    widget: { type: 'string', default: '' },
    stream: { type: 'string', default: '' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const packages = resolve(values.packages);
const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox'] });
try {
  await runKit({
    browser,
    widgets: WIDGETS.filter(({ name, bundle }) => name.includes(values.widget) && bundle === undefined),
    packages,
    built: { 'cf-ai-chat': join(packages, 'node_modules/cf-ai-chat') },
    only: (stream) => stream.startsWith(values.stream),
    bundle: () => Promise.reject(new Error('this widget needs a bundler: run it in the repository')),
    log: (line) => console.log(line),
  });
} finally {
  await browser.close();
}
