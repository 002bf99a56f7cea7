import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { CfAiChatElement } from '../../widget/index.ts';
import { launchChromium } from '../support/browser.ts';
import { startDevServer, type DevServer } from '../support/dev-server.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { ROOT } from '../tools/run-command.ts';
import { PLATFORMS } from '../tools/snippets/platforms.ts';
import { EXAMPLE_SETTINGS } from '../tools/snippets/pages.ts';
import { attributesHtml } from '../tools/snippets/tags.ts';

type Attributes = Record<string, string | boolean>;

const FOLDER = join(ROOT, 'demo/snippets');

const readBlocks = (id: string): string[] =>
  [...readFileSync(join(FOLDER, `${id}.md`), 'utf8').matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );

const firstBlock = (id: string): string => readBlocks(id)[0] ?? '';

/** What each program makes of what its page says to write. Most leave HTML as it is. */
const RENDERED: Readonly<Record<string, () => Promise<string> | string>> = {
  mkdocs: () => (readBlocks('mkdocs')[1] ?? '').replaceAll(/\{[%{].*?[%}]\}/g, ''),
  docusaurus: async () => {
    const { scripts } = await runConfig<{ scripts: Attributes[] }>('docusaurus');
    return scripts.map(toTag).join('');
  },
  vitepress: async () => {
    const { head } = await runConfig<{ head: [string, Attributes][] }>('vitepress');
    return head.map(([name, attributes]) => (name === 'script' ? toTag(attributes) : '')).join('');
  },
  drupal: () => {
    const [, src = '', list = ''] =
      /^ {4}(\S+):\n[\s\S]*attributes: \{ (.*) \}/m.exec(firstBlock('drupal')) ?? [];
    const attributes = JSON.parse(`{${list.replaceAll(/([\w-]+): /g, '"$1": ')}}`) as Attributes;
    return toTag({ src, ...attributes });
  },
};

async function runConfig<T>(id: string): Promise<T> {
  const module = (await import(`data:text/javascript,${encodeURIComponent(firstBlock(id))}`)) as {
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

describe('the snippet', () => {
  let worker: DevServer;
  let site: LoopbackSite;
  let browser: Browser;
  let tab: Page;
  let problems: string[] = [];

  before(async () => {
    site = await startLoopbackSite();
    worker = await startDevServer({ ALLOWED_ORIGINS: site.url.origin });
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

  /** Opens a page with this HTML, the Worker's real address in it, and returns what the chat is set to. */
  async function open(html: string): Promise<unknown> {
    const body = html.replaceAll('https://YOUR-WORKER', worker.url.origin);
    assert.doesNotMatch(body, /YOUR-WORKER/);
    site.page('/', `<!doctype html><body>${body}`);
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
      const html = await (RENDERED[id]?.() ?? firstBlock(id));
      assert.deepEqual(await open(html), expected('floating'));
      const chat = tab.locator('cf-ai-chat');
      await chat.locator('[part=launcher]').click();
      await chat.locator('[part=input]').fill('How do I embed the widget?');
      await chat.locator('[part=input]').press('Enter');
      await chat.locator('[part~=message--assistant] [part~=sources]').waitFor();
      assert.deepEqual(problems, []);
    });
  }

  it('for a chat inside a page puts it there, and no launcher', async () => {
    assert.deepEqual(await open(readBlocks('html')[1] ?? ''), expected('inline'));
    assert.equal(await tab.locator('cf-ai-chat').count(), 1);
  });

  it('has one page for every platform, and no other', () => {
    const pages = globSync('*.md', { cwd: FOLDER }).map((path) => basename(path, '.md'));
    assert.deepEqual(pages.toSorted(), PLATFORMS.map(({ id }) => id).toSorted());
  });
});
