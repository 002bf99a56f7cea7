import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { scriptTag } from '../../demo/build/snippets/tags.ts';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';

const QUESTION = 'How do I embed the widget?';

const REFUSED = 'This chat is not available on this site.';

describe('an owner who follows README on a page of their own', { timeout: 120_000 }, () => {
  let browser: Browser;
  let site: LoopbackSite;
  let folder: string;
  let worker: WorkerHarness | undefined;

  before(async () => {
    [browser, site, folder] = await Promise.all([
      launchChromium(),
      startLoopbackSite(),
      mkdtemp(join(tmpdir(), 'cf-ai-chat-')),
    ]);
  });

  after(async () => {
    await Promise.all([browser?.close(), worker?.close(), site?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  /** Restarts the Worker with these settings. Returns the address of the owner's page with its script. */
  async function restart(vars: Readonly<Record<string, string>>): Promise<WorkerHarness> {
    await worker?.close();
    worker = await startWorker(vars, DOCUMENTATION);
    return worker;
  }

  /** Opens a page and asks. Returns the page once an answer or a failure is shown. */
  async function ask(address: URL): Promise<ChatPage> {
    const chat = await ChatPage.open(browser, address);
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.floating.locator('[part=error], .message.assistant [part=actions]').first().waitFor();
    return chat;
  }

  async function answerOn(address: URL): Promise<string> {
    const chat = await ask(address);
    await chat.reaches('ready');
    const text = await chat.reply().textContent();
    assert.deepEqual(chat.problems, []);
    await chat.close();
    return text ?? '';
  }

  it('who forgot ALLOWED_ORIGINS reads which line to add, adds it, and gets an answer, also on a file from disk', async () => {
    const { url } = await restart({});
    site.page('/', `<!doctype html><html lang="en"><body>${scriptTag({ src: `${url}cf-ai-chat.js` }, {})}`);
    const refused = await ask(site.url);
    assert.equal(await refused.floating.locator('[part=error] p').innerText(), REFUSED);
    const code = await refused.floating.locator('.failure code').textContent();
    const line = refused.problems.find((problem) => problem.includes('ALLOWED_ORIGINS')) ?? '';
    assert.equal(line, `<cf-ai-chat>: ${code}`);
    await refused.close();

    const [, name = '', value = ''] = /npm start -- --var (\w+):(\S+)$/.exec(line) ?? [];
    const { url: next } = await restart({ [name]: `${value} null` });
    const html = `<!doctype html><html lang="en"><body>${scriptTag({ src: `${next}cf-ai-chat.js` }, {})}`;
    site.page('/', html);
    assert.match(await answerOn(site.url), /script/);
    const file = join(folder, 'page.html');
    await writeFile(file, html);
    assert.match(await answerOn(pathToFileURL(file)), /script/);
  });

  it('who sets the endpoint to the bare address of the Worker, or to a missing path, is told what to write', async () => {
    const { url } = worker ?? (await restart({ ALLOWED_ORIGINS: site.url.origin }));
    const page = (endpoint: string): string =>
      `<!doctype html><html lang="en"><body>${scriptTag({ src: '/cf-ai-chat.js' }, { endpoint })}`;
    site.page('/bare', page(url.origin));
    assert.match(await answerOn(new URL('/bare', site.url)), /script/);
    site.page('/wrong', page(`${url}api/chatt`));
    const wrong = await ask(new URL('/wrong', site.url));
    assert.equal(await wrong.floating.locator('[part=error] p').innerText(), 'This chat is not set up yet.');
    const hint = (await wrong.floating.locator('.failure code').textContent()) ?? '';
    assert.ok(
      hint.startsWith(`${url}api/chatt answered with status 404 (application/json) and this: {`),
      hint,
    );
    assert.match(
      hint,
      /"there is nothing here".+ Correct the path of the endpoint; for our Worker, leave it out/,
    );
    assert.ok(wrong.problems.includes(`<cf-ai-chat>: ${hint}`), wrong.problems.join('\n'));
    await wrong.close();
  });
});
