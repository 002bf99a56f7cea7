import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { startLoopbackSite } from '../../support/loopback-site.ts';
import { useSite } from '../../support/use-site.ts';

/**
 * Files that a page can import. Left out: the script-tag file, which exports nothing, those for Node, and
 * React's component.
 */
const FILES = globSync(['*.js', 'chunks/*.js'], { cwd: DIST }).filter(
  (path) => !['cf-ai-chat.js', 'cf-ai-chat.node.js', 'cli.js', 'react.js'].includes(path),
);
const PANEL = FILES.find((path) => path.includes('script-panel')) ?? '';

describe("the exports of the package's files", { timeout: 180_000 }, () => {
  const started = useSite(() => startLoopbackSite());
  let page: Page;
  before(async () => {
    const { browser, site } = started;
    site.page('/', '<!doctype html><title>A page</title>');
    page = await browser.newPage();
    await page.goto(site.url.href);
  });

  /** Names of a file's exports, and of those exports by which trusted HTML could be made. */
  function readExports(path: string): Promise<{ names: string[]; policies: string[] }> {
    return page.evaluate(
      async ([file = '', panel = '']) => {
        const exported: Record<string, unknown> = { ...(await import(file)) };
        // A chunk of the panel for script tags is a function of what the panel exports, and the chunk that loads it.
        const { default: open } = exported;
        // What the other chunk exports may be a function or an array: it stands for both.
        const anything = new Proxy(() => [], { get: () => () => [] });
        const earlier = new Proxy({}, { get: () => new Proxy({}, { get: () => anything }) });
        const results: unknown =
          typeof open === 'function' ? Reflect.apply(open, undefined, [await import(panel), earlier]) : {};
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

  it('include no Trusted Types policy', async () => {
    assert.ok(FILES.length > 40);
    for (const path of FILES) assert.deepEqual((await readExports(path)).policies, [], path);
  });

  for (const [path, names] of [
    ['index.js', ['CfAiChatElement', 'ChatError']],
    ['element.js', ['CfAiChatElement', 'ChatError']],
    ['markdown.js', ['MarkdownStream', 'followNote', 'renderMarkdown', 'renderToString']],
  ] as const) {
    it(`are in ${path} the documented ones, and no others`, async () => {
      assert.deepEqual((await readExports(path)).names.toSorted(), names);
    });
  }

  it('include renderToString, which returns on a server relative links as written', async () => {
    const { renderToString } = (await import(pathToFileURL(join(DIST, 'markdown.js')).href)) as {
      renderToString(text: string): string;
    };
    const links = '<a href="/b" rel="noopener noreferrer nofollow">a</a>';
    assert.equal(renderToString('[a](/b) <i>'), `<p dir="auto">${links} &lt;i&gt;</p>\n`);
  });
});
