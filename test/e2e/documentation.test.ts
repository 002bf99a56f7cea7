import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DIST, MANIFEST, VERSION } from '../../widget/build/project.ts';
import type { CfAiChatElement } from '../../widget/index.ts';
import type { Manifest } from '../../widget/build/published-manifest.ts';
import type { Integrity } from '../../widget/build/write-integrity.ts';
import { findFreePort } from '../../worker/tools/wrangler-dev.ts';
import { readCodeBlocks } from '../support/code-blocks.ts';
import { answer, startLoopbackSite } from '../support/loopback-site.ts';
import { until } from '../support/until.ts';
import { useSite } from '../support/use-site.ts';

const TEXT = { 'content-type': 'text/plain' };
const EVENTS = { 'content-type': 'text/event-stream' };
const SCRIPT = { 'content-type': 'text/javascript' };
const isForNode = (code: string): boolean => /from 'node:/.test(code);

/** Declarations that pieces of JavaScript expect on the page around them. */
const SURROUNDINGS = `<script>addEventListener('error', () => (window.isDone = true));</script>
<a href="#" id="help">Help</a><output></output>
<script type="importmap">
  { "imports": {
    "cf-ai-chat": "/v/${VERSION}/index.js",
    "cf-ai-chat/markdown.js": "/v/${VERSION}/markdown.js"
  } }
</script>
<cf-ai-chat></cf-ai-chat>
<script src="/cf-ai-chat.js"></script>`;

/** Asks a chat, and returns the text and the final status of its answer. */
async function askOnce(element: Element): Promise<readonly string[]> {
  const chat = element as CfAiChatElement;
  await chat.send('Hello?');
  const { parts = [], status = '' } = chat.messages.at(-1) ?? {};
  return [parts.map((part) => (part.type === 'text' ? part.text : '')).join(''), status];
}

describe('the code in README and the documentation', { timeout: 180_000 }, () => {
  const started = useSite(() => startLoopbackSite());
  let hash = '';
  const known = new Set<string>();

  before(async () => {
    const { modules } = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const declarations = modules.flatMap((module) => module.declarations ?? []);
    const element = declarations.find(({ tagName }) => tagName === 'cf-ai-chat');
    for (const { name } of element?.attributes ?? []) if (name !== undefined) known.add(name);
    const { files } = JSON.parse(await readFile(join(DIST, 'integrity.json'), 'utf8')) as Integrity;
    hash = files['cf-ai-chat.js'] ?? '';
    const { site } = started;
    site.route('/answer.txt', answer('# Hello\n\n**there**', TEXT));
    site.route('/session-token', answer('secret', TEXT));
    // The files that the page on embedding tells owners to copy to a server of their own.
    const chunks = (await readdir(join(DIST, 'chunks'))).map((name) => `chunks/${name}`);
    for (const file of ['cf-ai-chat.js', 'doctor.js', 'launcher.js', 'notices.js', 'search.js', ...chunks])
      site.route(`/chat/${file}`, answer(await readFile(join(DIST, file), 'utf8'), SCRIPT));
    site.route('/api/chat', answer('data: {"response":"Hello"}\n\ndata: [DONE]\n\n', EVENTS));
  });

  /** One tab for all pages, so that the files of the chat are compiled once. */
  let tab: Page;
  before(async () => {
    tab = await started.browser.newPage();
  });
  after(() => tab?.close());

  /** Opens a page with this body and runs `look` once the element is defined. Fails on any error of the page. */
  async function open(body: string, look: () => Promise<void>): Promise<void> {
    const { site } = started;
    const filled = body
      .replaceAll(/https:\/\/(?:YOUR-WORKER|chat\.example\.com)/g, site.url.origin)
      .replaceAll('VERSION', VERSION)
      .replaceAll('HASH', hash);
    const problems: string[] = [];
    const note = ({ message }: Error): unknown => problems.push(message);
    tab.on('pageerror', note);
    try {
      site.page('/page', `<!doctype html><html lang="en"><title>A page</title><body>${filled}`);
      await tab.goto(new URL('/page', site.url).href);
      await tab.locator('cf-ai-chat:defined').first().waitFor({ state: 'attached' });
      await look();
      assert.deepEqual(problems, []);
    } finally {
      tab.off('pageerror', note);
      await tab.goto('about:blank');
    }
  }

  for (const { name, code, notRun } of readCodeBlocks('html')) {
    it(`puts a chat on a page, with existing settings: ${name}`, { skip: notRun }, async () => {
      const hasScript = /<script[^>]*\ssrc=/.test(code);
      await open(`${hasScript ? '' : '<script src="/cf-ai-chat.js" defer></script>'}${code}`, async () => {
        const named = await tab.evaluate(() => {
          const names = (selector: string): string[] =>
            [...document.querySelectorAll(selector)].flatMap((found) => found.getAttributeNames());
          const data = names('script[src*="cf-ai-chat.js"]').filter((attribute) =>
            attribute.startsWith('data-'),
          );
          return [
            ...names('body > cf-ai-chat, body div cf-ai-chat'),
            ...data.map((attribute) => attribute.slice(5)),
          ];
        });
        // The last file comes from the script, for sites that use Turbo.
        const others = new Set(['style', 'id', 'mount', 'data-turbo-permanent']);
        assert.deepEqual(
          named.filter((attribute) => !known.has(attribute) && !others.has(attribute)),
          [],
        );
      });
    });
  }

  for (const { name, code, notRun } of readCodeBlocks('js').filter((block) => !isForNode(block.code))) {
    it(`runs in a page with a chat: ${name}`, { skip: notRun }, async () => {
      const script = `<script type="module">${code}\nwindow.isDone = true;</script>`;
      await open(`${SURROUNDINGS}${script}`, async () => {
        await tab.waitForFunction(() => 'isDone' in window);
      });
    });
  }

  it('names the files that a server of your own needs', async () => {
    const block = readCodeBlocks('html').find(({ code }) => code.includes('/chat/cf-ai-chat.js'));
    const tag = block?.code.replace('https://api.example.com/chat', '/api/chat') ?? '';
    await open(tag, async () => {
      const said = await tab.locator('cf-ai-chat').first().evaluate(askOnce);
      assert.deepEqual(said, ['Hello', 'complete']);
      await tab.locator('cf-ai-chat .message.assistant').getByText('Hello').waitFor({ state: 'attached' });
    });
  });

  it('has an example of a custom transport that reads an answer', async () => {
    const block = readCodeBlocks('js').find(({ code }) => code.includes('chat.transport ='));
    started.site.route('/ask', answer('{"say":"Hello "}\n{"say":"there"}\n', TEXT));
    await open(`${SURROUNDINGS}<script type="module">${block?.code}</script>`, async () => {
      const said = await tab.locator('cf-ai-chat').first().evaluate(askOnce);
      assert.deepEqual(said, ['Hello there', 'complete']);
    });
  });

  for (const { name, code, notRun } of readCodeBlocks('js').filter((block) => isForNode(block.code))) {
    it(`is a backend that answers: ${name}`, { skip: notRun }, async () => {
      const port = await findFreePort();
      const source = code.replace('3000', String(port));
      const server = spawn(process.execPath, ['--input-type=module', '--eval', source]);
      try {
        const body = JSON.stringify({ messages: [{ role: 'user', content: 'ping' }] });
        const ask = (): Promise<string> =>
          fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then((response) => response.text());
        await until(
          () => ask().catch(() => 'not yet'),
          (text) => text === 'You said: **ping**',
        );
      } finally {
        server.kill();
        await once(server, 'exit');
      }
    });
  }
});
