import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { devices, type Page } from 'playwright-core';
import { ChatPage } from '../../support/chat-page.ts';
import { rowsOfRun } from '../../support/full-run.ts';
import { GUARDED_PAGES, type GuardedPage } from '../../support/guarded-pages.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { answer, startLoopbackSite } from '../../support/loopback-site.ts';
import { useSite } from '../../support/use-site.ts';

const WORD = 'Waterproof';
const ANSWER = [`${WORD} boots last long.`, ...Array.from({ length: 60 }, (_, line) => `Line ${line}.`)];
const STREAM = `data: ${JSON.stringify({ type: 'token', token: ANSWER.join('\n\n') })}\n\ndata: [DONE]\n\n`;
const QUESTION = 'What lasts / long?';

const { viewport, userAgent, isMobile, hasTouch } = devices['iPhone 15']!;
/** A third of the phone's: no script of these pages asks for it, and drawing takes a ninth of the time. */
const deviceScaleFactor = 1;

/**
 * How far a finger moves, in pixels. It rests at the end, since a tap during momentum scrolling only stops the
 * scrolling.
 */
const STEPS = [10, 40, 80, 120, 150, ...Array.from({ length: 7 }, () => 151)];

/**
 * One page for each way to intercept: which events, at which element, before or after the chat. `npm run test:full` has all: the
 * other guards listen as the first one does, and the other scripts that scroll prevent the same events as the locked scroll.
 */
const CORE = [
  'a copy protection of WordPress',
  'a guard that comes first',
  'user-select on everything',
  'a form that takes no paste',
  'FastClick',
  'fingers only for what is known, first',
  'Hammer on the body',
  'a scroll that is locked by its events',
  'a modal that lets nothing be pressed',
  'speculation rules that prerender at once',
];

/** What a visitor can do with the page's own content. */
interface Behaviour {
  readonly presses: number;
  readonly selected: string;
  readonly isContextmenuCancelled: boolean;
  readonly scrolled: boolean;
}

describe('a page whose scripts intercept mouse, touch or keys', { timeout: 600_000 }, () => {
  const fixture = installFixture('guards');
  const started = useSite(() => startLoopbackSite());
  const read = (path: string): Promise<string> => readFile(join(fixture, 'node_modules', path), 'utf8');
  const script = (path: string, code: string): void =>
    started.site.route(path, answer(code, { 'content-type': 'text/javascript' }));
  before(async () => {
    started.site.route('/api/chat', answer(STREAM, { 'content-type': 'text/event-stream' }));
    started.site.page('/other', '<!doctype html><title>Other</title>');
    script('/instant.js', await read('instant.page/instantpage.js'));
  });

  /** One tab for all pages, so that the files of the chat are compiled once. */
  let chat: ChatPage;
  before(async () => {
    const options = { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch };
    chat = await ChatPage.open(started.browser, 'about:blank', options);
  });
  after(() => chat?.close());

  async function open(page: GuardedPage): Promise<void> {
    const paths = page.scripts ?? [];
    const tags = await Promise.all(
      paths.map(async (path, index) => {
        script(`/library-${index}.js`, await read(path));
        return `<script src="/library-${index}.js"></script>`;
      }),
    );
    started.site.page(
      '/',
      `<!doctype html><html lang="en"><title>Host</title><meta name="viewport" content="width=device-width, initial-scale=1">
       <link rel="icon" href="data:,">${page.head ?? ''}<body ${page.attributes ?? ''}>
       <button id="own" type="button" value="0" style="padding: 20px">Own</button><p id="text">Words of the page</p>${page.body ?? ''}
       <div style="height: 3000px"></div><script>document.querySelector('#own').addEventListener('click', ({ target }) => target.value++);</script>
       ${tags.join('')}<script>${page.script ?? ''}</script>
       <script src="/cf-ai-chat.js" data-endpoint="/api/chat" data-persist="none"></script>`,
    );
    chat.problems.length = 0;
    await chat.page.goto(started.site.url.href);
  }

  for (const page of rowsOfRun(GUARDED_PAGES, CORE))
    it(`has a working chat, and behaves as before with its own content: ${page.name}`, async () => {
      await open(page);
      const earlier = await behave(chat.page);
      const known = new Set(chat.problems);
      await useChat(chat);
      assert.deepEqual(await behave(chat.page), earlier);
      assert.deepEqual(
        chat.problems.filter((problem) => !known.has(problem)),
        [],
      );
    });

  it('is tested in at least 30 variants in a full run', () => assert.ok(GUARDED_PAGES.length >= 30));
});

/** Opens the chat by a tap, asks, reads, selects, copies, scrolls, and closes it. */
async function useChat({ page, floating }: ChatPage): Promise<void> {
  await floating.getByRole('button', { name: 'Open chat' }).tap();
  const box = floating.locator('[part=input]');
  await box.waitFor();
  await box.tap();
  await page.keyboard.type(QUESTION);
  assert.equal(await box.inputValue(), QUESTION, 'a tap brings focus, and keys write');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  assert.equal(await box.inputValue(), '', 'a text is cut');
  await page.keyboard.press('Control+v');
  assert.equal(await box.inputValue(), QUESTION, 'and pasted');
  await floating.locator('[part=send]').tap();
  const first = floating.getByText(`${WORD} boots`);
  await first.waitFor();
  await floating.getByText('Line 59.').waitFor();
  const transcript = floating.locator('[part=transcript]');
  const position = (): Promise<number> => transcript.evaluate(({ scrollTop }) => scrollTop);
  await transcript.evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }));
  await dblclick(page, await placeOf(first));
  assert.equal(await selection(floating), WORD, 'a word of an answer is selected');
  await page.keyboard.press('Control+c');
  await box.tap();
  await page.keyboard.press('Control+v');
  assert.equal((await box.inputValue()).trim(), WORD, 'and copied');
  const scrolled = await page.evaluate(() => scrollY);
  await swipe(page, await placeOf(transcript));
  assert.ok((await position()) > 50, 'a finger scrolls');
  assert.equal(await page.evaluate(() => scrollY), scrolled, 'and the page stays');
  await floating.getByRole('button', { name: 'Close chat' }).first().tap();
  await box.waitFor({ state: 'hidden' });
}

type Chat = ChatPage['floating'];

interface Place {
  readonly x: number;
  readonly y: number;
}

async function placeOf(element: Chat): Promise<Place> {
  const box = await element.boundingBox();
  assert.ok(box);
  return { x: box.x + Math.min(20, box.width / 2), y: box.y + Math.min(200, box.height / 2) };
}

const selection = (chat: Chat): Promise<string> =>
  chat.evaluate(({ shadowRoot }) =>
    String((shadowRoot as unknown as { getSelection(): Selection }).getSelection()).trim(),
  );

const dblclick = (page: Page, { x, y }: Place): Promise<void> => page.mouse.dblclick(x, y);

/** Moves a finger up, one step for each frame. */
async function swipe(page: Page, { x, y }: Place): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: Place[]
  ): Promise<void> => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await touch('touchStart', { x, y });
  for (const moved of STEPS) await touch('touchMove', { x, y: y - moved });
  await touch('touchEnd');
  await session.detach();
}

/** What the page does with a tap, a selection, a right click and a swipe on its own content. */
async function behave(page: Page): Promise<Behaviour> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const presses = (): Promise<number> =>
    page.locator('#own').evaluate((own) => Number((own as HTMLButtonElement).value));
  const earlier = await presses();
  await page.locator('#own').tap();
  await page.waitForFunction(
    (seen) => Number(document.querySelector<HTMLButtonElement>('#own')?.value) > seen,
    earlier,
  );
  await page.evaluate(() => getSelection()?.empty());
  await dblclick(page, await placeOf(page.locator('#text')));
  const selected = await page.evaluate(() => String(getSelection()).trim());
  const isContextmenuCancelled = await page
    .locator('#text')
    .evaluate(
      (text) => !text.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
  await swipe(page, { x: 300, y: 500 });
  const scrolled = await page.evaluate(() => scrollY > 20);
  return { presses: (await presses()) - earlier, selected, isContextmenuCancelled, scrolled };
}
