import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import type * as Markdown from '../../widget/markdown/index.ts';
import { ROOT, VERSION } from '../../widget/build/project.ts';
import { launchChromium } from '../support/browser.ts';
import { answer, type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import { HOSTILE } from '../widget/markdown/hostile.ts';
import { makeCase } from '../widget/markdown/stream-case.ts';

const RANDOM_DOCUMENTS = 200;

/** The same sources with the packages as they are published. */
async function bundleWhole(): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(ROOT, 'widget/markdown/index.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = [results].flat().flatMap((result) => ('output' in result ? result.output : []));
  return output?.type === 'chunk' ? output.code : '';
}

function specExamples(name: 'commonmark' | 'gfm'): string[] {
  const fixture = readFileSync(join(ROOT, `test/fixtures/markdown/${name}.json`), 'utf8');
  return (JSON.parse(fixture) as { examples: [number, string][] }).examples.map(([, markdown]) => markdown);
}

// The build leaves parts of marked and DOMPurify out.
describe('markdown.js as built', { timeout: 120_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  let page: Page;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', '<!doctype html>');
    site.route('/whole.js', answer(await bundleWhole(), { 'content-type': 'text/javascript' }));
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(site.url.href);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** The documents that the build renders in another way than whole packages do. */
  function differing(documents: readonly string[]): Promise<string[]> {
    const address = `/v/${VERSION}/markdown.js`;
    const load = async ({ built, texts }: { built: string; texts: readonly string[] }): Promise<string[]> => {
      const [whole, lean] = (await Promise.all([
        import(new URL('/whole.js', location.href).href),
        import(new URL(built, location.href).href),
      ])) as [typeof Markdown, typeof Markdown];
      const markup = (markdown: typeof Markdown, text: string): string => {
        const box = document.createElement('div');
        box.append(markdown.renderMarkdown(text));
        return box.innerHTML;
      };
      return texts.filter((text) => markup(whole, text) !== markup(lean, text));
    };
    return page.evaluate(load, { built: address, texts: documents });
  }

  it('renders every example of CommonMark and GFM as whole packages do', async () => {
    const examples = [...specExamples('commonmark'), ...specExamples('gfm')];
    assert.ok(examples.length > 650);
    assert.deepEqual(await differing(examples), []);
  });

  it('renders hostile markdown as whole packages do', async () => {
    assert.deepEqual(await differing([...HOSTILE]), []);
  });

  it('renders random documents as whole packages do', async () => {
    const documents = Array.from({ length: RANDOM_DOCUMENTS }, (_, seed) => makeCase(seed + 1).markdown);
    assert.deepEqual(await differing(documents), []);
  });
});
