import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ChatPage } from '../../support/chat-page.ts';
import { rowsOfRun } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { answer, startLoopbackSite } from '../../support/loopback-site.ts';
import { until } from '../../support/until.ts';
import { useSite } from '../../support/use-site.ts';

/**
 * A page with keyboard shortcuts. Its script calls `hit()` for each shortcut that runs, and sets `ready` to a
 * promise where it takes no keys yet when the script ends.
 */
interface ShortcutPage {
  readonly name: string;
  /** Files of the fixture's packages. */
  readonly scripts?: readonly string[];
  readonly body?: string;
  readonly script: string;
  /** A key that runs a shortcut while no text field has focus. */
  readonly key: string;
}

const SLIDES = '<div class="slides"><section>1</section><section>2</section><section>3</section></div>';

/** How pages detect a focused text field: by the target of the event, or by the focused element. */
const IS_FIELD =
  'const isField = (element) => /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable;';

const PAGES: readonly ShortcutPage[] = [
  {
    name: 'reveal.js',
    scripts: ['reveal.js/dist/reveal.js'],
    body: `<div class="reveal">${SLIDES}</div>`,
    script: `ready = Reveal.initialize().then(() => { for (const type of ['slidechanged', 'paused', 'overviewshown']) Reveal.on(type, hit); });`,
    key: 'n',
  },
  {
    name: 'the keys of a video player',
    script: `${IS_FIELD} document.addEventListener('keydown', (event) => { if (!isField(event.target) && ' kjlmf'.includes(event.key)) { event.preventDefault(); hit(); } });`,
    key: 'k',
  },
  {
    name: 'a search box behind "/"',
    body: '<input id="search">',
    script: `${IS_FIELD} document.addEventListener('keydown', (event) => { if (event.key === '/' && !isField(event.target)) { event.preventDefault(); search.focus(); hit(); } });`,
    key: '/',
  },
  {
    name: 'Swiper',
    scripts: ['swiper/swiper-bundle.js'],
    body: '<div class="swiper" style="width: 300px; overflow: hidden"><div class="swiper-wrapper" style="display: flex"><div class="swiper-slide">1</div><div class="swiper-slide">2</div><div class="swiper-slide">3</div></div></div>',
    script: `new Swiper('.swiper', { keyboard: { enabled: true } }).on('slideChange', hit);`,
    key: 'ArrowRight',
  },
  {
    name: 'jQuery, keypress',
    scripts: ['jquery/dist/jquery.js'],
    script: `$(document).on('keypress', (event) => { if (!$(event.target).is('input, textarea, select')) { event.preventDefault(); hit(); } });`,
    key: 's',
  },
  {
    name: 'tinykeys',
    scripts: ['tinykeys/dist/tinykeys.umd.js'],
    script: `tinykeys.tinykeys(window, Object.fromEntries(['k', 'p', 'j', '/', 's'].map((key) => [key, (event) => { event.preventDefault(); hit(); }])));`,
    key: 'k',
  },
  {
    name: 'hotkeys-js',
    scripts: ['hotkeys-js/dist/hotkeys-js.umd.cjs'],
    script: `hotkeys('k,p,j,s', (event) => { event.preventDefault(); hit(); });`,
    key: 'k',
  },
  {
    name: 'Mousetrap',
    scripts: ['mousetrap/mousetrap.js'],
    script: `Mousetrap.bind(['k', 'p', 'j', '/', '?'], () => { hit(); return false; });`,
    key: 'k',
  },
  {
    name: 'sequences such as "f n"',
    script: `${IS_FIELD} let last = ''; document.addEventListener('keyup', (event) => { if (isField(event.target)) return; if (last + event.key === 'fn') hit(); last = event.key; });`,
    key: 'fn',
  },
  {
    name: 'Material for MkDocs',
    body: '<input id="search">',
    script: `${IS_FIELD} addEventListener('keydown', (event) => { if (event.metaKey || event.ctrlKey || isField(document.activeElement)) return; if (['f', 's', '/'].includes(event.key)) { search.focus(); event.preventDefault(); hit(); } if (['p', ',', 'n', '.'].includes(event.key)) hit(); });`,
    key: 'n',
  },
];

/** Pages that open their own search by Control+K, as most documentation sites do. */
const SEARCHES: readonly ShortcutPage[] = [
  {
    name: 'a listener of the window',
    script: `addEventListener('keydown', (event) => { if (event.ctrlKey && event.key === 'k') { event.preventDefault(); hit(); } });`,
    key: 'Control+k',
  },
  {
    name: 'a listener that is added late, and stops the event',
    script: `addEventListener('load', () => setTimeout(() => document.addEventListener('keydown', (event) => { if (event.ctrlKey && event.key === 'k') { event.stopPropagation(); event.preventDefault(); hit(); } })));`,
    key: 'Control+k',
  },
  {
    name: 'tinykeys',
    scripts: ['tinykeys/dist/tinykeys.umd.js'],
    script: `tinykeys.tinykeys(window, { '$mod+KeyK': (event) => { event.preventDefault(); hit(); } });`,
    key: 'Control+k',
  },
  {
    name: 'hotkeys-js',
    scripts: ['hotkeys-js/dist/hotkeys-js.umd.cjs'],
    script: `hotkeys('ctrl+k, command+k', (event) => { event.preventDefault(); hit(); });`,
    key: 'Control+k',
  },
  {
    name: 'Mousetrap',
    scripts: ['mousetrap/mousetrap.js'],
    script: `Mousetrap.bind('mod+k', () => { hit(); return false; });`,
    key: 'Control+k',
  },
];

/**
 * One page for each event and each way to tell that a visitor types: the event's target, the focused element, a library's own,
 * and none.
 */
const CORE = [
  'the keys of a video player',
  'Swiper',
  'jQuery, keypress',
  'tinykeys',
  'Mousetrap',
  'sequences such as "f n"',
  'Material for MkDocs',
];
const CORE_SEARCHES = ['a listener of the window', 'a listener that is added late, and stops the event'];

const TEXT = 'safe /stop? fn k p j';

/** A conversation whose answer can be rated. */
const RATEABLE = [
  { role: 'user', content: 'How?' },
  { role: 'assistant', content: 'So.', queryId: 'q_1' },
];

describe('the keyboard shortcuts of a page', { timeout: 600_000 }, () => {
  const fixture = installFixture('shortcuts');
  const started = useSite(() => startLoopbackSite());
  before(() => started.site.route('/feedback', answer('{}', { 'content-type': 'application/json' })));

  async function open({ scripts = [], body = '', script }: ShortcutPage): Promise<ChatPage> {
    const tags = scripts.map((path, index) => {
      started.site.route(`/library-${index}.js`, async (request, response) => {
        const code = await readFile(join(fixture, 'node_modules', path), 'utf8');
        return answer(code, { 'content-type': 'text/javascript' })(request, response);
      });
      return `<script src="/library-${index}.js"></script>`;
    });
    started.site.page(
      '/',
      `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><body>${body}
       ${tags.join('')}<script>let ready; let hits = 0; function hit() { hits++; } ${script}</script>
       <script src="/cf-ai-chat.js" data-endpoint="/none" data-feedback-url="/feedback"></script>`,
    );
    const chat = await ChatPage.open(started.browser, started.site.url);
    await chat.page.evaluate('ready');
    return chat;
  }

  const hits = (page: Page): Promise<number> => page.evaluate('hits');

  /** Opens the field for a comment, which appears after a bad rating. */
  async function openComment({ floating }: ChatPage): Promise<Locator> {
    await floating.evaluate((chat, messages) => Object.assign(chat, { messages }), RATEABLE);
    await floating.locator('[part=rating] button').last().click();
    const field = floating.locator('[part=feedback-form] textarea');
    await field.focus();
    return field;
  }

  async function openSearch({ floating }: ChatPage): Promise<void> {
    await floating.evaluate((element) => (element as HTMLElement & { search(): void }).search());
    await floating.getByRole('combobox').waitFor();
  }

  for (const shortcuts of rowsOfRun(PAGES, CORE)) {
    it(`do not run while a visitor types in the chat: ${shortcuts.name}`, async () => {
      const chat = await open(shortcuts);
      const { page } = chat;
      await page.keyboard.type(shortcuts.key === 'fn' ? 'fn' : '');
      if (shortcuts.key !== 'fn') await page.keyboard.press(shortcuts.key);
      await page.waitForFunction('hits > 0');
      await chat.openChat();
      const earlier = await hits(page);
      const { floating } = chat;
      const composer = floating.locator('[part=input]');
      const comment = await openComment(chat);
      for (const field of [composer, comment, floating.getByRole('combobox')]) {
        // The last field is that of the search, which has focus when it opens.
        if (await field.isVisible()) await field.focus();
        else await openSearch(chat);
        await page.keyboard.type(TEXT);
        for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Backspace'])
          await page.keyboard.press(key);
        assert.equal(await field.inputValue(), TEXT.slice(0, -1));
        assert.equal(await hits(page), earlier, 'no shortcut has run');
      }
      await chat.close();
    });
  }

  for (const shortcuts of rowsOfRun(SEARCHES, CORE_SEARCHES)) {
    it(`with Control+K open the page's search, and not ours as well: ${shortcuts.name}`, async () => {
      const chat = await open(shortcuts);
      const { page, floating } = chat;
      const code = page.waitForResponse(/\/search\.js$/);
      await floating.evaluate((element) => element.setAttribute('hotkey', 'mod+k'));
      await code;
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.keyboard.press(shortcuts.key);
      await page.waitForFunction('hits === 1');
      const field = floating.getByRole('combobox');
      assert.equal(await field.count(), 0);
      // The page has no shortcut for our other keys, nor for letters in our field.
      await floating.evaluate((element) => element.setAttribute('hotkey', 'mod+j'));
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.keyboard.press('Control+j');
      await field.waitFor();
      await page.keyboard.type(TEXT);
      assert.equal(await field.inputValue(), TEXT);
      assert.equal(await hits(page), 1);
      await chat.close();
    });
  }

  it('do not run while a visitor types the name of a conversation', async () => {
    const chat = await open({ name: '', script: `addEventListener('keydown', hit);`, key: '' });
    await chat.openChat();
    await chat.ask('One');
    await chat.floating.getByText('One').first().waitFor();
    await chat.floating.locator('[part=menu-button]').click();
    await chat.floating.getByRole('menuitem', { name: 'New chat' }).click();
    await chat.floating.locator('[part=menu-button]').click();
    await chat.floating.getByRole('menuitem', { name: 'Earlier chats' }).click();
    await chat.floating.locator('.history-more summary').last().click();
    await chat.floating.getByRole('button', { name: /^Rename/ }).click();
    const earlier = await hits(chat.page);
    await chat.page.keyboard.type('/s');
    assert.equal(await chat.floating.locator('.history-name').inputValue(), '/s');
    assert.equal(await hits(chat.page), earlier);
    await chat.close();
  });

  it('do not keep the wheel from the chat, on a page that scrolls by script', async () => {
    const script = `addEventListener('wheel', (event) => { event.preventDefault(); hit(); }, { passive: false });`;
    const chat = await open({ name: '', script, key: '' });
    await chat.openChat();
    const long = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}`).join('\n\n');
    const messages = [
      { role: 'user', content: 'How?' },
      { role: 'assistant', content: long },
    ];
    await chat.floating.evaluate((element, value) => Object.assign(element, { messages: value }), messages);
    await chat.floating.getByText('Paragraph 79').waitFor();
    const transcript = chat.floating.locator('[part=transcript]');
    await transcript.evaluate((scroller) => scroller.scrollTo({ top: 300, behavior: 'instant' }));
    await transcript.hover();
    await chat.page.mouse.wheel(0, 200);
    await until(
      () => transcript.evaluate(({ scrollTop }) => scrollTop),
      (top) => top > 300,
    );
    assert.equal(await hits(chat.page), 0);
    await chat.page.mouse.move(10, 10);
    await chat.page.mouse.wheel(0, 200);
    await chat.page.waitForFunction('hits > 0');
    await chat.close();
  });

  it('run for Escape, Tab and keys with modifiers', async () => {
    const script = `window.heard = []; addEventListener('keydown', ({ key }) => heard.push(key));`;
    const chat = await open({ name: '', script, key: '' });
    await chat.openChat();
    await chat.page.keyboard.press('Control+k');
    await chat.page.keyboard.press('x');
    await chat.page.keyboard.press('Tab');
    assert.deepEqual(await chat.page.evaluate('heard'), ['Control', 'k', 'Tab']);
    await chat.close();
  });
});
