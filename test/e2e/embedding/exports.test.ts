import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { launchChromium } from '../../support/browser.ts';
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';

/** Files that a page can import: all but the script-tag file, which exports nothing, and those for Node. */
const FILES = globSync(['*.js', 'chunks/*.js'], { cwd: DIST }).filter(
  (path) => !['cf-ai-chat.js', 'cf-ai-chat.node.js', 'cli.js'].includes(path),
);
const PANEL = FILES.find((path) => path.includes('script-panel')) ?? '';

describe('what a page can import', { timeout: 60_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  let page: Page;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', '<!doctype html><title>A page</title>');
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(site.url.href);
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Names of a file's exports, and those by which trusted HTML could be made. */
  function readExports(path: string): Promise<{ names: string[]; policies: string[] }> {
    return page.evaluate(
      async ([file = '', panel = '']) => {
        const exported: Record<string, unknown> = { ...(await import(file)) };
        // A chunk of the panel for script tags is a function of what the panel exports.
        const { default: open } = exported;
        const results: unknown =
          typeof open === 'function' ? Reflect.apply(open, undefined, [await import(panel)]) : {};
        const values = Object.entries({ ...exported, ...(results as Record<string, unknown>) });
        const canTrust = (value: unknown): boolean =>
          value instanceof Object && ('createHTML' in value || 'createScriptURL' in value);
        return {
          names: Object.keys(exported),
          policies: values.filter(([, value]) => canTrust(value)).map(([name]) => name),
        };
      },
      [path, PANEL].map((file) => `/v/${VERSION}/${file}`),
    );
  }

  it('holds no Trusted Types policy, in any of its files', async () => {
    assert.ok(FILES.length > 40);
    for (const path of FILES) assert.deepEqual((await readExports(path)).policies, [], path);
  });

  for (const [path, names] of [
    ['index.js', ['CfAiChatElement', 'ChatError']],
    ['element.js', ['CfAiChatElement', 'ChatError']],
    ['markdown.js', ['MarkdownStream', 'renderMarkdown']],
  ] as const) {
    it(`is in ${path} what is documented, and nothing else`, async () => {
      assert.deepEqual((await readExports(path)).names.toSorted(), names);
    });
  }
});
