import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { answer, type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts';
import { DIST, VERSION } from '../../widget/build/project.ts';

const FENCE = '```';
const CELLS = Array.from({ length: 12 }, (_, index) => `Column ${index}`);
const WIDE_TABLE = [CELLS, CELLS.map(() => '---'), CELLS.map((_, index) => `Cell ${index}`)]
  .map((cells) => `| ${cells.join(' | ')} |\n`)
  .join('');
const ANSWER = `Run this:

${FENCE}bash
npm install # now
${FENCE}

${WIDE_TABLE}
| a | b |
|---|---|
| 1 | 2 |

${FENCE}js
const a = "b";
${FENCE}

- [x] Done
- [ ] Open
`;

/** A name of this machine that is not a secure context: without a certificate, only loopback addresses are. */
const INSECURE_HOST = 'plain.example';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; " +
  'trusted-types cf-ai-chat';
const PAGE =
  '<!doctype html><html lang="en"><title>A page</title><script src="/cf-ai-chat.js" data-mount="none"></script>' +
  '<cf-ai-chat mode="page" persist="none" endpoint="/none"></cf-ai-chat>';

/** Waits for the colours of both languages: of strings in the JavaScript, and of comments in the Shell, whose code comes later. */
async function waitForColours({ page }: ChatPage): Promise<void> {
  await page.waitForFunction(() =>
    ['string', 'comment'].every((kind) => CSS.highlights.has(`cf-ai-chat-${kind}`)),
  );
}

describe('an answer with code, tables and task lists', { timeout: 120_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  /**
   * Enables assistive technology: without it, Chromium leaves content with skipped layout out of its
   * accessibility tree.
   */
  let assisted: Browser;
  before(async () => {
    site = await startLoopbackSite();
    site.page('/', PAGE, { 'content-security-policy': POLICY });
    browser = await launchChromium({ args: [`--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`] });
    assisted = await launchChromium({ args: ['--force-renderer-accessibility'] });
  });
  after(async () => {
    await assisted?.close();
    await browser?.close();
    await site?.close();
  });

  async function open(
    markdown: string,
    options: BrowserContextOptions = {},
    host?: string,
  ): Promise<ChatPage> {
    const url = new URL(site.url);
    if (host) url.hostname = host;
    const chat = await ChatPage.open(browser, url, options);
    await chat.page.locator('textarea').waitFor();
    await chat.page.locator('cf-ai-chat').evaluate((element, content) => {
      Object.assign(element, {
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content },
        ],
      });
    }, markdown);
    return chat;
  }

  /** The text that would be pasted into the composer. */
  async function pasted(chat: ChatPage): Promise<string> {
    const box = chat.page.locator('textarea');
    await box.fill('');
    await box.press('Control+V');
    return box.inputValue();
  }

  it('has copy buttons that copy, and say so', async () => {
    const chat = await open(ANSWER, { permissions: ['clipboard-read', 'clipboard-write'] });
    await chat.page.getByRole('button', { name: 'Copy code: Shell' }).click();
    await chat.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    assert.equal(await pasted(chat), 'npm install # now');
    await chat.page.getByRole('button', { name: 'Copy code: JavaScript' }).press('Enter');
    await chat.page.locator('[data-state=copied]').nth(1).waitFor();
    assert.equal(await pasted(chat), 'const a = "b";');
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('can be copied on a page over http, where there is no clipboard API, and keeps focus and selection', async () => {
    const chat = await open(ANSWER, {}, INSECURE_HOST);
    const button = chat.page.getByRole('button', { name: 'Copy code: Shell' });
    await button.waitFor();
    const { isSecure, selected } = await chat.page.evaluate(() => {
      const paragraph = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('.markdown p');
      if (paragraph) getSelection()?.selectAllChildren(paragraph);
      return { isSecure: isSecureContext, selected: String(getSelection()) };
    });
    assert.deepEqual({ isSecure, selected }, { isSecure: false, selected: 'Run this:' });
    await button.press('Enter');
    await chat.page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    assert.equal(await chat.page.evaluate(() => String(getSelection())), 'Run this:');
    assert.equal(await button.evaluate((element) => element.matches(':focus')), true);
    assert.equal(await pasted(chat), 'npm install # now');
    await chat.close();
  });

  it('says in words when copying fails', async () => {
    const chat = await open(ANSWER, {}, INSECURE_HOST);
    await chat.page.evaluate(() =>
      document.addEventListener('copy', (event) => event.preventDefault(), true),
    );
    await chat.page.evaluate(() => Object.assign(document, { execCommand: () => false }));
    await chat.page.getByRole('button', { name: 'Copy code: Shell' }).click();
    await chat.page.getByRole('status').filter({ hasText: 'Not copied: please select the text' }).waitFor();
    const shown = await chat.page
      .locator('[data-state=failed]')
      .evaluate((button) => getComputedStyle(button, '::after').content);
    assert.equal(shown, '"Not copied: please select the text"');
    await chat.close();
  });

  it('is copied without the labels of its buttons when a visitor selects all of it', async () => {
    const chat = await open(ANSWER, { permissions: ['clipboard-read', 'clipboard-write'] });
    await chat.page.getByRole('button', { name: 'Copy code: Shell' }).waitFor();
    await chat.page.evaluate(() => {
      const reply = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('.markdown');
      if (reply) getSelection()?.selectAllChildren(reply);
    });
    await chat.page.keyboard.press('Control+C');
    const { text, html } = await chat.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const read = async (type: string): Promise<string> => (await item?.getType(type))?.text() ?? '';
      return { text: await read('text/plain'), html: await read('text/html') };
    });
    assert.match(text, /Run this:\s+npm install # now\s+Column 0/);
    assert.doesNotMatch(text, /Copy|Shell|JavaScript/);
    assert.doesNotMatch(html, /Copy|<button|code-bar/);
    await chat.close();
  });

  it('is highlighted by ranges, and its text nodes stay the same', async () => {
    const chat = await open(ANSWER);
    await waitForColours(chat);
    const { kinds, nodes } = await chat.page.evaluate(() => ({
      kinds: [...CSS.highlights.keys()].toSorted(),
      nodes: [...(document.querySelector('cf-ai-chat')?.shadowRoot?.querySelectorAll('pre code') ?? [])].map(
        ({ childNodes }) => [...childNodes].map((node) => node.nodeValue),
      ),
    }));
    assert.deepEqual(
      kinds,
      ['comment', 'keyword', 'name', 'string', 'type'].map((kind) => `cf-ai-chat-${kind}`),
    );
    assert.deepEqual(nodes, [['npm install # now\n'], ['const a = "b";\n']]);
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('loads the code for code blocks and tables when it has them; for prose only the code of the row under it', async () => {
    const chat = await open('Only *prose*.');
    await chat.page.getByRole('button', { name: 'Copy answer' }).waitFor();
    const asked = (): readonly string[] =>
      chat.requests.flatMap(
        (url) => /chunks\/(?!service|script)([a-z-]+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? [],
      );
    assert.deepEqual(asked().toSorted(), ['actions', 'history', 'renderer']);
    await chat.page.locator('cf-ai-chat').evaluate((element, content) => {
      Object.assign(element, { messages: [{ role: 'assistant', content }] });
    }, ANSWER);
    await waitForColours(chat);
    assert.deepEqual(asked().toSorted(), [
      'actions',
      'adornments',
      'codemirror-mode',
      'history',
      'javascript-mode',
      'renderer',
      'shell',
    ]);
    await chat.close();
  });

  it('stays as it is when that code cannot be loaded', async (context) => {
    const chunks = globSync('chunks/adornments-*.js', { cwd: join(DIST, 'site/v', VERSION) });
    assert.ok(chunks.length > 0);
    const broken = await startLoopbackSite();
    context.after(() => broken.close());
    broken.page('/', PAGE);
    for (const chunk of chunks) broken.route(`/v/${VERSION}/${chunk}`, answer('', {}, 404));
    const chat = await ChatPage.open(browser, broken.url);
    await chat.page.locator('textarea').waitFor();
    const refused = chat.page.waitForResponse(/adornments/);
    await chat.page.locator('cf-ai-chat').evaluate((element, content) => {
      Object.assign(element, { messages: [{ role: 'assistant', content }] });
    }, ANSWER);
    assert.equal((await refused).status(), 404);
    assert.equal(await chat.page.locator('pre').first().textContent(), 'npm install # now\n');
    assert.equal(await chat.page.getByRole('table').count(), 2);
    assert.deepEqual(
      chat.problems.filter((problem) => !problem.includes('404')),
      [],
    );
    await chat.close();
  });

  it('is reached by Tab in order: buttons, the table that is too wide, the row under the answer', async () => {
    const chat = await open(ANSWER, { viewport: { width: 600, height: 900 } });
    await chat.page.getByRole('region', { name: 'Table: Column 0' }).waitFor();
    await chat.page.getByRole('button', { name: 'Copy answer' }).waitFor();
    await chat.page.getByRole('log').focus();
    const names: (string | null)[] = [];
    for (let step = 0; step < 7; step++) {
      await chat.page.keyboard.press('Tab');
      names.push(
        await chat.page.evaluate(() => {
          const focused = document.querySelector('cf-ai-chat')?.shadowRoot?.activeElement;
          return focused?.ariaLabel?.slice(0, 21) ?? focused?.getAttribute('part') ?? null;
        }),
      );
    }
    assert.deepEqual(names, [
      'Edit',
      'Copy code: Shell',
      'Table: Column 0, Colu',
      'Copy code: JavaScript',
      'Copy answer',
      'Answer again',
      'Message',
    ]);
    await chat.page.getByRole('region', { name: 'Table: Column 0' }).focus();
    await chat.page.keyboard.press('ArrowRight');
    await chat.page.waitForFunction(
      () => (document.querySelector('cf-ai-chat')?.shadowRoot?.activeElement?.scrollLeft ?? 0) > 0,
    );
    await chat.close();
  });

  it('has tables and checkboxes for assistive technology', async () => {
    const chat = await open(ANSWER, { viewport: { width: 600, height: 900 } });
    await chat.page.getByRole('region', { name: 'Table: Column 0' }).waitFor();
    const region = chat.page.getByRole('region', { name: 'Table: Column 0' });
    const session = await chat.context.newCDPSession(chat.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const count = (role: string): number =>
      nodes.filter((node) => !node.ignored && node.role?.value === role).length;
    assert.deepEqual(
      ['table', 'row', 'columnheader', 'cell', 'checkbox'].map((role) => [role, count(role)]),
      [
        ['table', 2],
        ['row', 4],
        ['columnheader', 14],
        ['cell', 14],
        ['checkbox', 2],
      ],
    );
    assert.equal(await region.getByRole('table').count(), 1);
    const boxes = nodes
      .filter(({ role }) => role?.value === 'checkbox')
      .map(({ name }) => String(name?.value));
    assert.deepEqual(boxes, ['Done', 'To do']);
    await chat.close();
  });

  it('is read and found where it is out of view and its layout is skipped', async () => {
    const chat = await ChatPage.open(assisted, site.url, { viewport: { width: 600, height: 400 } });
    await chat.page.locator('textarea').waitFor();
    await chat.page.locator('cf-ai-chat').evaluate((element) => {
      const messages = Array.from({ length: 30 }, (_, index) => ({
        role: index % 2 ? 'assistant' : 'user',
        content: `Message ${index}\n\n${'word '.repeat(80)}`,
      }));
      Object.assign(element, { messages });
      element.before('Text of the page');
    });
    await chat.page.waitForFunction(() => {
      const message = document.querySelector('cf-ai-chat')?.shadowRoot?.querySelector('.message');
      return message && getComputedStyle(message).getPropertyValue('content-visibility') === 'auto';
    });
    const session = await chat.context.newCDPSession(chat.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const texts = nodes
      .filter(({ role }) => role?.value === 'StaticText')
      .map(({ name }) => String(name?.value));
    for (let index = 0; index < 30; index++) {
      assert.ok(
        texts.some((text) => new RegExp(`^Message ${index}\\b`).test(text)),
        `message ${index}`,
      );
    }
    // The Chromium build from npm cannot find text in pages.
    if (await find(chat.page, 'Text of the page')) assert.ok(await find(chat.page, 'Message 0'));
    const first = chat.page.locator('.message').first();
    await first.evaluate((message) => message.scrollIntoView());
    assert.ok(((await first.boundingBox())?.y ?? -1) >= 0);
    await chat.close();
  });
});

/** Whether the browser's own search finds a text in a page. */
function find(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => (window as unknown as { find(text: string): boolean }).find(wanted), text);
}
