import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { CfAiChatElement } from '../../widget/index.ts';
import { launchChromium } from '../support/browser.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';
import { DIST, ROOT } from '../../widget/build/project.ts';
import type { Integrity } from '../../widget/build/write-integrity.ts';
import { PLATFORMS } from '../../demo/build/snippets/platforms.ts';
import { EXAMPLE_SETTINGS, PINNED_HEADING } from '../../demo/build/snippets/pages.ts';
import { attributesHtml } from '../../demo/build/snippets/tags.ts';

type Attributes = Record<string, string | boolean>;

const FOLDER = join(ROOT, 'demo/docs/platforms');

/** The code blocks of a platform's page, of its plain form or of its pinned one. */
function readBlocks(id: string, form: 'plain' | 'pinned'): string[] {
  const [plain = '', pinned = ''] = readFileSync(join(FOLDER, `${id}.md`), 'utf8').split(PINNED_HEADING);
  const text = form === 'plain' ? plain : pinned;
  return [...text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

/** How each platform's program renders the code that its page shows. Most leave HTML unchanged. */
const RENDERED: Readonly<Record<string, (blocks: readonly string[]) => Promise<string> | string>> = {
  mkdocs: ([, page = '']) => page.replaceAll(/\{[%{].*?[%}]\}/g, ''),
  docusaurus: async ([code = '']) => {
    const { scripts } = await runConfig<{ scripts: Attributes[] }>(code);
    return scripts.map(toTag).join('');
  },
  vitepress: async ([code = '']) => {
    const { head } = await runConfig<{ head: [string, Attributes][] }>(code);
    return head.map(([name, attributes]) => (name === 'script' ? toTag(attributes) : '')).join('');
  },
  drupal: ([code = '']) => {
    const [, src = '', list = ''] = /^ {4}(\S+):\n[\s\S]*attributes: \{ (.*) \}/m.exec(code) ?? [];
    const attributes = JSON.parse(`{${list.replaceAll(/([\w-]+): /g, '"$1": ')}}`) as Attributes;
    return toTag({ src, ...attributes });
  },
};

async function runConfig<T>(code: string): Promise<T> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: T;
  };
  return module.default;
}

function toTag(attributes: Attributes): string {
  const entries = Object.entries(attributes);
  const texts = entries.filter(([, value]) => typeof value === 'string' && value !== '');
  const flags = entries.filter(([, value]) => value === true || value === '').map(([name]) => ` ${name}`);
  return `<script${attributesHtml(Object.fromEntries(texts) as Record<string, string>)}${flags.join('')}></script>`;
}

describe('the code on the page of a platform', () => {
  let worker: WorkerHarness;
  let site: LoopbackSite;
  let browser: Browser;
  let tab: Page;
  let problems: string[] = [];
  let integrity: Integrity;
  /** HTML that was tested already: half of the platforms have the same tag. */
  const openedPlain = new Set<string>();
  const openedPinned = new Set<string>();

  before(async () => {
    integrity = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8')) as Integrity;
    site = await startLoopbackSite();
    worker = await startWorker({ ALLOWED_ORIGINS: site.url.origin }, DOCUMENTATION);
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    await worker?.close();
    await site?.close();
  });

  beforeEach(async () => {
    problems = [];
    tab = await browser.newPage();
    tab.on('pageerror', ({ message }) => problems.push(message));
  });

  afterEach(() => tab.close());

  /** The HTML of a form as its platform renders it, with the placeholders filled in. */
  async function render(id: string, form: 'plain' | 'pinned', hash?: string): Promise<string> {
    const blocks = readBlocks(id, form);
    const html = (await RENDERED[id]?.(blocks)) ?? blocks[0] ?? '';
    return fill(html, hash);
  }

  function fill(html: string, hash = integrity.files['cf-ai-chat.js'] ?? ''): string {
    const filled = html
      .replaceAll('https://YOUR-WORKER', worker.url.origin)
      .replaceAll('/v/VERSION/', `/v/${integrity.version}/`)
      .replaceAll('HASH', hash);
    assert.doesNotMatch(filled, /YOUR-WORKER|VERSION/);
    return filled;
  }

  /** Opens a page with this HTML, and returns the settings of its chat. */
  async function open(html: string): Promise<unknown> {
    site.page('/', `<!doctype html><body>${html}`);
    await tab.goto(site.url.href);
    const chat = tab.locator('cf-ai-chat:defined');
    await chat.waitFor({ state: 'attached' });
    return chat.evaluate(({ mode, endpoint, heading, accent, contactUrl }: CfAiChatElement) => {
      return { mode, endpoint, heading, accent, contactUrl };
    });
  }

  function expected(mode: string): Record<string, string | undefined> {
    const { heading, accent, 'contact-url': contactUrl } = EXAMPLE_SETTINGS;
    return { mode, endpoint: new URL('/api/chat', worker.url).href, heading, accent, contactUrl };
  }

  for (const { id, title } of PLATFORMS) {
    it(`for ${title} puts a chat on the page that answers`, async () => {
      const html = await render(id, 'plain');
      if (openedPlain.has(html)) return;
      openedPlain.add(html);
      assert.deepEqual(await open(html), expected('floating'));
      const chat = tab.locator('cf-ai-chat');
      await chat.locator('[part=launcher]').click();
      await chat.locator('[part=input]').fill('How do I embed the widget?');
      await chat.locator('[part=input]').press('Enter');
      await chat.locator('[part~=message--assistant] [part~=sources-toggle]').waitFor();
      assert.deepEqual(problems, []);
    });
  }

  for (const { id, title } of PLATFORMS) {
    it(`for ${title} runs the pinned release, and no other`, async () => {
      const html = await render(id, 'pinned');
      assert.ok(html.includes(`/v/${integrity.version}/`), html);
      assert.match(html, /sha384-/);
      if (openedPinned.has(html)) return;
      openedPinned.add(html);
      assert.deepEqual(await open(html), expected('floating'));
      const script = tab.locator('script[src*="/v/"]');
      assert.match((await script.getAttribute('integrity')) ?? '', /^sha384-/);
      const refused = tab.waitForEvent('console', (message) => message.text().includes('integrity'));
      const other = integrity.files['index.js'] ?? '';
      site.page('/', `<!doctype html><body>${await render(id, 'pinned', other)}`);
      await tab.goto(site.url.href);
      await refused;
      assert.equal(await tab.locator('cf-ai-chat').count(), 0);
    });
  }

  it('for an inline chat puts it in its place, without a launcher', async () => {
    assert.deepEqual(await open(fill(readBlocks('html', 'plain')[1] ?? '')), expected('inline'));
    assert.equal(await tab.locator('cf-ai-chat').count(), 1);
  });

  it('exists for every platform of the list', () => {
    const pages = globSync('*.md', { cwd: FOLDER }).map((path) => basename(path, '.md'));
    assert.deepEqual(pages.toSorted(), PLATFORMS.map(({ id }) => id).toSorted());
  });
});
