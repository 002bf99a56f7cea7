import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { rolldown } from 'rolldown';
import { buildAll } from '../../demo/build/build-all.ts';
import { ROOT } from '../../widget/build/project.ts';
import { readVersion, runKit, type KitOptions } from '../conformance/run-kit.ts';
import { WIDGETS } from '../conformance/widgets/index.ts';
import { launchChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';

// `npm run conformance` sends every stream of test/conformance to this chat and to others, and prints what a visitor saw.
// `npm run conformance -- --widget "Deep Chat" --stream openai` sends some; with `--write` the results go to
// demo/figures/conformance.json, from where `npm run docs` puts them into the documentation.
const { values } = parseArgs({
  options: {
    widget: { type: 'string' },
    stream: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const isPart = values.widget !== undefined || values.stream !== undefined;
if (values.write && isPart) throw new Error('a part of the kit is not all of its results');
await buildAll();
const packages = installFixture('peers');
const browser = await launchChromium();
try {
  const options: KitOptions = {
    browser,
    widgets: WIDGETS.filter(({ name }) => name.includes(values.widget ?? '')),
    packages,
    built: { 'cf-ai-chat': ROOT },
    only: (stream) => stream.startsWith(values.stream ?? ''),
    bundle,
    log: (line) => console.log(line),
  };
  const scores = await runKit(options);
  const widgets = await Promise.all(
    options.widgets.map(async (widget) => ({
      name: widget.name,
      version: await readVersion(widget, options),
    })),
  );
  const results = { browser: `Chromium ${browser.version()}`, widgets, scores };
  if (values.write) {
    const path = join(ROOT, 'demo/figures/conformance.json');
    const style = { ...(await resolveConfig(path)), filepath: path };
    await writeFile(path, await format(JSON.stringify(results), style));
  }
} finally {
  await browser.close();
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({
    input: join(packages, entry),
    platform: 'browser',
    // Hides warnings about the directive "use client" in React's packages.
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  return output[0].code;
}
