import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { DIST } from '../../../widget/build/project.ts';
import { launchChromium } from '../../support/browser.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { STREAMED_ANSWER } from '../../support/streamed-answer.ts';
import { until } from '../../support/until.ts';

const POLICY =
  "default-src 'none'; connect-src 'self'; img-src data:; script-src 'self'; style-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types cf-ai-chat";
const PAGE =
  '<!doctype html><html lang="de"><title>A page</title><link rel="icon" href="data:," />' +
  '<script src="/watch.js"></script><script src="/cf-ai-chat.js" data-persist="none"></script>';
/** Records Trusted Types policies that were created, and violations of the page's Content Security Policy. */
const WATCH = `window.policies = [];
  const { createPolicy } = TrustedTypePolicyFactory.prototype;
  TrustedTypePolicyFactory.prototype.createPolicy = function (name, rules) {
    window.policies.push(name);
    return createPolicy.call(this, name, rules);
  };
  window.violations = [];
  addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));`;

/** The files that a German page loads for an answer with code and sources. */
const FILES = ['script-panel', 'de', 'actions', 'adornments', 'javascript-mode'];

/**
 * Files whose bytes are changed: the panel, a chunk that it loads by itself, and one that is no part of it. All chunks are pinned
 * by the same list; only `npm run test:full` changes each.
 */
const CHANGED = IS_FULL_RUN ? [...FILES, 'doctor'] : ['script-panel', 'adornments', 'doctor'];

/** How a server sends a file, by the number of requests for it so far. */
type Treatment = (count: number) => 'as built' | 'fails' | 'changed';

/** A site with the release, on which the files that begin with this name are treated in another way. */
interface ChangedSite extends PageServer {
  /** How often each file was requested, by its name without the hash. */
  readonly asked: ReadonlyMap<string, number>;
}

async function startSite(file: string, treatment: Treatment): Promise<ChangedSite> {
  const asked = new Map<string, number>();
  const server = await startPageServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const send = (type: string, body: string, status = 200): void =>
      void response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY }).end(body);
    if (pathname === '/') return send('text/html', PAGE);
    if (pathname === '/watch.js') return send('text/javascript', WATCH);
    if (pathname === '/api/chat') return send('text/event-stream', STREAMED_ANSWER);
    const name = basename(pathname).replace(/(?:-[\w-]{8})?\.js$/, '');
    const count = (asked.get(name) ?? 0) + 1;
    asked.set(name, count);
    const how = name === file ? treatment(count) : 'as built';
    if (how === 'fails') return send('text/plain', '', 503);
    return void readFile(join(DIST, 'site', pathname), 'utf8').then(
      (code) => send('text/javascript', how === 'changed' ? `window.isChanged = true;${code}` : code),
      () => send('text/plain', '', 404),
    );
  });
  return { ...server, asked };
}

/** Opens the chat, tries again where the chat offers it, asks, and waits until nothing more is loaded. */
async function useChat(page: Page, { url, asked }: ChangedSite, file: string): Promise<void> {
  await page.goto(new URL(file === 'doctor' ? '/?cf-ai-chat-debug' : '/', url).href);
  await page.locator('[part=launcher]').click();
  const composer = page.locator('cf-ai-chat textarea');
  const retry = page.locator('cf-ai-chat [role=alert] button');
  await composer.or(retry).first().waitFor();
  if (await retry.isVisible()) await retry.click();
  await page.waitForLoadState('networkidle');
  if (!(await composer.isVisible())) return;
  await composer.fill('Wie?');
  await composer.press('Enter');
  await page.locator('.message.assistant pre').waitFor();
  await until(() => asked.has(file), Boolean);
  await page.waitForLoadState('networkidle');
}

describe('a file of the release whose bytes differ from the build', { timeout: 180_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());

  async function trace(file: string, treatment: Treatment) {
    const site = await startSite(file, treatment);
    const page = await browser.newPage();
    try {
      await useChat(page, site, file);
      const state = await page.evaluate(() => ({
        isChanged: Reflect.get(window, 'isChanged') === true,
        policies: Reflect.get(window, 'policies') as string[],
        violations: Reflect.get(window, 'violations') as string[],
      }));
      return { state, asked: site.asked };
    } finally {
      await page.close();
      await site.close();
    }
  }

  it('is the only failure: with unchanged files each is loaded once, and they create one policy', async () => {
    const { state, asked } = await trace('javascript-mode', () => 'as built');
    assert.deepEqual(state, { isChanged: false, policies: ['cf-ai-chat'], violations: [] });
    assert.deepEqual(
      FILES.map((file) => [file, asked.get(file)]),
      FILES.map((file) => [file, 1]),
    );
  });

  for (const file of CHANGED) {
    it(`does not run, neither at once nor at the second try: ${file}`, async () => {
      const treatments: Treatment[] = [() => 'changed', (count) => (count === 1 ? 'fails' : 'changed')];
      const traces = await Promise.all(treatments.map((treatment) => trace(file, treatment)));
      for (const { state, asked } of traces) {
        assert.ok(asked.has(file));
        const policies = file === 'script-panel' ? [] : ['cf-ai-chat'];
        assert.deepEqual(state, { isChanged: false, policies, violations: [] });
      }
    });
  }

  it('does not arrive by another address: a panel that loaded at the second try still loads all its chunks', async () => {
    const { state, asked } = await trace('script-panel', (count) => (count === 1 ? 'fails' : 'as built'));
    assert.deepEqual(state, { isChanged: false, policies: ['cf-ai-chat'], violations: [] });
    assert.equal(asked.get('script-panel'), 2);
    assert.equal(asked.get('actions'), 1);
  });
});
