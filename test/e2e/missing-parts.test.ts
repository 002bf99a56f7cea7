import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { ROOT } from '../../widget/build/project.ts';
import { attachment } from '../support/attachment-files.ts';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startFakeModelServer, type FakeModelServer, type ModelTurn } from '../support/fake-model-server.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { FailingFiles, listLazyFiles, nameOfFile } from '../support/lazy-files.ts';
import { until } from '../support/until.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';
import { lookFirst } from '../support/look-first.ts';

const QUESTION = 'How do I embed the widget?';
const MISSING = 'Part of the chat could not be loaded.';
/** Time limit of a press that may meet another element in its place. */
const PRESS_MS = 2_000;

/** Names of languages: some have a grammar of their own, some share one. */
const CODE_LANGUAGES =
  'clojure css diff dockerfile go groovy haskell html http java javascript julia lua nginx perl php powershell properties ' +
  'python r ruby rust shell sql swift toml yaml';
const SAMPLES: Readonly<Record<string, string>> = {
  diff: '+ 1',
  dockerfile: 'FROM one',
  html: '<b>one</b>',
  http: 'GET / HTTP/1.1',
};
const CODE = CODE_LANGUAGES.split(' ').map(
  (language) => `\`\`\`${language}\n${SAMPLES[language] ?? 'if 1 "two"'}\n\`\`\`\n`,
);
const ANSWER = `It is **one tag** [1].\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nSo \\(x_1\\) is.\n\n`;

/**
 * Files that are not tested: the doctor's report, which is no part of a conversation, and `add-frame`, which
 * is only used without `launcher.js`.
 */
const APART = new Set(['doctor', 'add-frame']);

let model: FakeModelServer;
let worker: WorkerHarness;
let browser: Browser;
before(async () => {
  model = await startFakeModelServer();
  const vars = {
    CHAT_PROVIDER: 'openai',
    MODEL_BASE_URL: model.baseUrl,
    FOLLOW_UPS: '1',
    QUOTA_LIMIT: '9',
    REWRITE_MS: '0',
  };
  [worker, browser] = await Promise.all([startWorker(vars, DOCUMENTATION), launchChromium()]);
});
after(async () => {
  await browser?.close();
  await worker?.close();
  await model?.close();
});

/** Takes the network away and back, upon which failed files are requested again. */
async function reconnect({ context }: ChatPage): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
}

/** Reconnects until everything that failed has loaded. */
async function recover(chat: ChatPage, isHere: () => Promise<boolean>): Promise<void> {
  await until(
    async () => {
      await reconnect(chat);
      await chat.page.waitForLoadState('networkidle');
      return isHere();
    },
    (is) => is,
  );
}

/** Languages that are tested: their files differ by their words only. */
const LANGUAGES = new Set(['ar', 'de', 'ja']);

/**
 * The languages with files of their own that this run does not test, by the part of their names before the hash;
 * `npm run test:full` tests all.
 */
async function listUntested(): Promise<readonly string[]> {
  const languages = await listLanguages();
  return IS_FULL_RUN ? [] : languages.filter((language) => !LANGUAGES.has(language));
}

/** All languages with files of their own. */
async function listLanguages(): Promise<readonly string[]> {
  const words = await readdir(join(ROOT, 'widget/ui/strings'));
  return (await listLazyFiles()).map(nameOfFile).filter((name) => words.includes(`${name}.ts`));
}

/** Presses a control twice at most: the first press may report missing code, and the second one works. */
async function press(chat: ChatPage, act: () => Promise<unknown>, result: Locator): Promise<void> {
  const line = chat.page.locator('cf-ai-chat [part=notice]').getByText(MISSING);
  await act();
  await result.or(line).first().waitFor();
  if (await result.first().isVisible()) return;
  await lookFirst(chat.page);
  await act();
  await result.first().waitFor();
  assert.equal(await line.count(), 0, 'it is said no longer');
}

/** Opens the panel, whose own file fails once, too. */
async function openPanel(chat: ChatPage): Promise<void> {
  const again = chat.page.locator('cf-ai-chat [role=alert]').getByRole('button');
  const box = chat.page.locator('cf-ai-chat textarea');
  await box.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await box.waitFor();
}

async function answerWith(turn: ModelTurn, text: string): Promise<void> {
  await turn.say(text);
  await turn.finish();
}

/** Serves a page with one chat with these attributes from the Worker's origin. Returns its address. */
async function servePage({ page }: ChatPage, attributes: string): Promise<string> {
  const { href } = new URL('page-under-test', worker.url);
  const body = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
    <script src="/cf-ai-chat.js" data-mount="none"></script><body><cf-ai-chat mode="page" ${attributes}></cf-ai-chat>`;
  await page.route(href, (route) => route.fulfill({ contentType: 'text/html', body }));
  return href;
}

describe('a chat for which every file fails once', { timeout: 120_000 }, () => {
  const came = new Map<string, number>();
  const note = ({ asked }: FailingFiles): void => {
    for (const [file, count] of asked) came.set(file, Math.max(came.get(file) ?? 0, count));
  };

  it('loads all that a conversation needs on the second use', async () => {
    model.reply((turn) => answerWith(turn, ANSWER + CODE[0]));
    const chat = await ChatPage.open(browser, 'about:blank', { viewport: { width: 1280, height: 900 } });
    await chat.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const files = await FailingFiles.install(chat.context);
    await chat.page.goto(new URL('docs/', worker.url).href);
    await chat.floating.evaluate((element) => Object.assign(element, { contactUrl: '/contact' }));
    await chat.floating.getByRole('button', { name: 'Open chat' }).click();
    await openPanel(chat);
    const part = (name: string): Locator => chat.floating.locator(`[part=${name}]`);
    const button = (name: string): Locator => chat.floating.getByRole('button', { name, exact: true }).last();
    const openMenu = (): Promise<void> => press(chat, () => part('menu-button').click(), part('menu'));
    const choose = async (line: string, result: Locator): Promise<void> => {
      const select = async (): Promise<void> => {
        await openMenu();
        await chat.floating.getByRole('menuitem', { name: line }).click();
      };
      await press(chat, select, result);
    };

    await chat.ask(QUESTION);
    await chat.reaches('ready');
    await reconnect(chat);
    await part('rating').waitFor();
    await button('Copy code: Clojure').waitFor();
    await chat.floating.locator('math').waitFor();

    await press(chat, () => part('sources-toggle').click(), part('sources'));
    await press(chat, () => chat.floating.locator('.citation').first().click(), part('source-card'));
    await chat.page.keyboard.press('Escape');
    const copy = chat.floating.getByTitle(/Copy answer|Not copied/);
    await copy.click();
    await copy.and(chat.floating.getByTitle('Not copied')).or(button('Copied')).waitFor();
    if (await copy.isVisible()) await copy.click();
    await button('Copied').waitFor();
    await press(chat, () => button('Not helpful').click(), part('feedback-form'));
    await choose('Make larger', chat.floating.locator('[part=panel][style*="720px"]'));
    const saved = chat.page.waitForEvent('download');
    await openMenu();
    await chat.floating.getByRole('menuitem', { name: 'Save as a file' }).click();
    if (await chat.floating.getByText(MISSING).isVisible()) {
      await openMenu();
      await chat.floating.getByRole('menuitem', { name: 'Save as a file' }).click();
    }
    await saved;
    await choose('Copy conversation', part('notice').getByText('Copied'));

    await button('Skip').click();

    // A message that is queued while an answer streams.
    model.reply((turn) => turn.say('Slowly'));
    await chat.ask('And then?');
    const turn = await model.asked();
    await chat.reply().getByText('Slowly').waitFor();
    await chat.ask('And after that?');
    await reconnect(chat);
    await part('queue').getByText('And after that?').waitFor();
    model.reply((next) => answerWith(next, 'Done'));
    await turn.finish();
    await chat.reply().getByText('Done').waitFor();
    await chat.reaches('ready');

    // Without the code of the edit box, the text stands in the composer.
    const edit = chat.floating.locator('.edit-question').first();
    const form = chat.floating.locator('form.edit');
    const box = part('input');
    await edit.click();
    await until(
      async () => (await form.count()) + (await box.inputValue()).length,
      (count) => count > 0,
    );
    await box.fill('');
    if ((await form.count()) === 0) await edit.click();
    await form.waitFor();
    await button('Cancel').click();
    await button('Answer again').click();
    await chat.reaches('ready');
    await reconnect(chat);
    await button('Earlier version').waitFor();

    await openMenu();
    await chat.floating.getByRole('menuitem', { name: 'New chat' }).click();
    await choose('Earlier chats', chat.floating.locator('.history-open').getByText(QUESTION));
    await button('Back').click();

    // An answer that ends in a closed chat, on a page that chooses other colours.
    model.reply((next) => next.say('Unseen'));
    await chat.ask('Who reads this?');
    const unseen = await model.asked();
    await chat.reply().getByText('Unseen').waitFor();
    await chat.floating.evaluate((element: HTMLElement) =>
      element.style.setProperty('--cf-ai-chat-surface-color', '#123'),
    );
    await button('Close chat').click();
    await unseen.finish();
    await chat.reaches('ready');
    await reconnect(chat);
    await chat.floating.getByRole('button', { name: /1 new answer/ }).waitFor();
    await chat.floating.getByRole('button', { name: /1 new answer/ }).click();
    await reconnect(chat);
    note(files);
    await chat.close();
  });

  it('loads on the second use what settings and languages need', async () => {
    model.reply((turn) => answerWith(turn, CODE.join('\n')));
    const chat = await ChatPage.open(browser, 'about:blank', { viewport: { width: 900, height: 600 } });
    const files = await FailingFiles.install(chat.context);
    const address = await servePage(
      chat,
      `persist="local" consent="before-first-message" page-context="url" turnstile-sitekey="1x00000000000000000000AA"`,
    );
    const turnstile = { path: join(import.meta.dirname, '../fixtures/turnstile/api.js') };
    await chat.page.route('https://challenges.cloudflare.com/**', (route) => route.fulfill(turnstile));
    await chat.page.goto(address);
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');

    // Done before there is a conversation, which would be redrawn in each language.
    const english = await element.locator('[part=input]').getAttribute('placeholder');
    const placeholder = (): Promise<string | null> =>
      element.locator('[part=input]').getAttribute('placeholder');
    const untested = await listUntested();
    for (const language of (await listLanguages()).filter((name) => !untested.includes(name))) {
      await element.evaluate((host, lang) => host.setAttribute('lang', lang), language);
      await recover(chat, async () => (await placeholder()) !== english);
      await element.evaluate((host) => host.setAttribute('lang', 'en'));
      await until(placeholder, (text) => text === english);
    }

    // The whole answer is in view, since code is coloured only in view.
    await chat.page.setViewportSize({ width: 900, height: 5_000 });
    const agree = element.getByRole('button', { name: 'Agree and send' });
    await press(chat, () => chat.ask(QUESTION, element), agree);
    await agree.click();
    await element.getByRole('button', { name: 'Try again' }).click();
    await chat.reaches('ready', element);

    const listPlain = (): Promise<readonly string[]> =>
      element.evaluate((host) => {
        const isColoured = (code: Element): boolean =>
          [...CSS.highlights.values()].some((highlight) =>
            [...(highlight as Iterable<AbstractRange>)].some(({ startContainer }) =>
              code.contains(startContainer),
            ),
          );
        return [...host.shadowRoot!.querySelectorAll('pre code')]
          .filter((code) => !isColoured(code))
          .map((code) => code.className);
      });
    await recover(chat, async () => (await listPlain()).length === 0);

    await chat.page.evaluate(() => {
      const draft = JSON.stringify({ text: 'Typed in a tab that was closed', at: 1 });
      localStorage.setItem('cf-ai-chat:default:v1:draft:closed', draft);
    });
    await chat.page.reload();
    await openPanel(chat);
    await recover(chat, () => element.getByText('Typed in a tab that was closed').isVisible());
    note(files);
    await chat.close();
  });

  it('keeps a question to an agent, and asks it when the code of the WebSocket has loaded', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    const address = await servePage(chat, `endpoint="wss://agents.test/agents/chat"`);
    await chat.page.routeWebSocket('wss://agents.test/**', (socket) =>
      socket.onMessage((message) => {
        const { id } = JSON.parse(String(message)) as { readonly id: string };
        const body = JSON.stringify({ type: 'text-delta', id: 't', delta: 'From an agent' });
        for (const done of [false, true])
          socket.send(
            JSON.stringify({ type: 'cf_agent_use_chat_response', id, body: done ? '' : body, done }),
          );
      }),
    );
    await chat.page.goto(address);
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    await chat.ask(QUESTION, element);
    await element.getByRole('button', { name: 'Try again' }).click();
    await element.getByText('From an agent').first().waitFor();
    note(files);
    await chat.close();
  });

  it('reads the answer of another backend, which is asked once, when the code of its format has loaded', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    const address = await servePage(chat, `endpoint="https://backend.test/chat"`);
    let questions = 0;
    await chat.page.route('https://backend.test/**', async (route) => {
      questions += Number(route.request().method() === 'POST');
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' },
        contentType: 'text/event-stream',
        body: 'data: {"choices":[{"delta":{"content":"From a backend"}}]}\n\ndata: [DONE]\n\n',
      });
    });
    await chat.page.goto(address);
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    await chat.ask(QUESTION, element);
    await element.getByText('From a backend').first().waitFor();
    assert.equal(questions, 1);
    note(files);
    await chat.close();
  });

  it('asks a question with a file in a rare request format when the code of the format has loaded', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    const address = await servePage(
      chat,
      `endpoint="https://backend.test/chat" request-format="openai-responses"`,
    );
    const asked: string[] = [];
    await chat.page.route('https://backend.test/**', async (route) => {
      asked.push(route.request().postData() ?? '');
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' },
        json: { answer: 'A picture' },
      });
    });
    await chat.page.goto(address);
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    const picture = {
      type: 'file',
      mediaType: 'image/png',
      url: 'data:image/png;base64,aGk=',
      name: 'a.png',
    };
    const question = { role: 'user', parts: [{ type: 'text', text: QUESTION }, picture] };
    await element.evaluate((host, message) => Object.assign(host, { messages: [message] }), question);
    const answer = element.getByText('A picture').first();
    const retry = (): Promise<void> =>
      element.evaluate((host) => (host as unknown as { retry(): Promise<void> }).retry());
    await until(
      async () => (await retry(), answer.isVisible()),
      (is) => is,
    );
    const sent = asked.filter((body) => body !== '');
    assert.match(sent.join(), /"input_image".*"data:image\/png;base64,aGk="/);
    assert.equal(sent.length, 1);
    note(files);
    await chat.close();
  });

  it('adds a file, sends it, and shows it large when the code has loaded', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    const address = await servePage(
      chat,
      `endpoint="https://backend.test/chat" request-format="openai-responses" attachments="images"`,
    );
    await chat.page.route('https://backend.test/**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' },
        json: { answer: 'A picture' },
      }),
    );
    await chat.page.goto(address);
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    await recover(chat, () => element.locator('[part=attach]').isVisible());
    const buffer = attachment('picture.png');
    await recover(chat, async () => {
      await element
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
      return element.locator('[part=attachment]').first().isVisible();
    });
    await element.evaluate((host) => Object.assign(host, { upload: async () => ({ id: 'f-1' }) }));
    await element.locator('[part=send]').click();
    const answer = element.getByText('A picture').first();
    const retry = (): Promise<void> =>
      element.evaluate((host) => (host as unknown as { retry(): Promise<void> }).retry());
    await until(
      async () => (await retry(), answer.isVisible()),
      (is) => is,
    );
    const large = element.getByRole('dialog', { name: 'a.png' });
    const open = element.getByRole('button', { name: 'Open: a.png' }).first();
    await recover(chat, async () => {
      // The picture that an earlier press has opened may come late, and lie over the button then.
      if (!(await large.isVisible())) await open.click({ timeout: PRESS_MS }).catch(() => undefined);
      return large.isVisible();
    });
    await recover(chat, async () =>
      [...files.asked].some(([path, count]) => nameOfFile(path) === 'upload-bars' && count > 1),
    );
    note(files);
    await chat.close();
  });

  it("reads a rare stream format, and draws an agent's questions and files, when their code has loaded", async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    const address = await servePage(chat, `endpoint="https://backend.test/chat" request-format="ui-message"`);
    const bodies = [
      [
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'From Anthropic' } },
        { type: 'message_stop' },
      ],
      [
        { type: 'start' },
        { type: 'file', url: 'https://backend.test/terms.pdf', mediaType: 'application/pdf' },
        { type: 'tool-input-available', toolCallId: 'c', toolName: 'cancel_order', input: { order: 7 } },
        { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'a' },
        { type: 'finish' },
      ],
    ];
    await chat.page.route('https://backend.test/**', (route) => {
      const frames = route.request().method() === 'POST' ? (bodies.shift() ?? []) : [];
      return route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' },
        contentType: 'text/event-stream',
        body: frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''),
      });
    });
    await chat.page.goto(address);
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    await chat.ask(QUESTION, element);
    await element.getByText('From Anthropic').first().waitFor();
    await chat.ask(QUESTION, element);
    await recover(chat, () => element.getByRole('button', { name: 'Allow' }).isVisible());
    await recover(chat, () => element.getByRole('link', { name: /terms\.pdf/ }).isVisible());
    note(files);
    await chat.close();
  });

  it('shows the source of an HTML table as text, and draws the next table when the sanitizer has loaded', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context, (name) => name !== 'renderer');
    await chat.page.route('https://backend.test/**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' },
        json: { answer: '<table>\n<tr><td>one cell</td></tr>\n</table>\n' },
      }),
    );
    await chat.page.goto(await servePage(chat, 'endpoint="https://backend.test/chat"'));
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    await chat.ask(QUESTION, element);
    await element.getByText('<tr><td>one cell</td></tr>').first().waitFor();
    await chat.ask(QUESTION, element);
    await element.getByRole('cell', { name: 'one cell' }).waitFor();
    note(files);
    await chat.close();
  });

  it('tells the owner why a turn failed when the code for that has loaded', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    await chat.page.goto(await servePage(chat, 'endpoint="/api/chatt"'));
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    await chat.ask(QUESTION, element);
    const reason = element.getByText(/answered with status 404/);
    await recover(chat, () => reason.isVisible());
    note(files);
    await chat.close();
  });

  it('opens the search on the second use', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context);
    const index = {
      'search.json': { passages: 1, terms: [['', 'terms.json']], texts: [[0, 'texts.json']], pages: [1] },
      'terms.json': [['boots', 0, 100]],
      'texts.json': [{ url: '/boots', title: 'Boots', breadcrumb: [], passages: [['', '', 'Warm.']] }],
    };
    for (const [name, json] of Object.entries(index))
      await chat.page.route(`**/index/${name}`, (route) => route.fulfill({ json }));
    const settings = 'endpoint="/api/chat" hotkey="mod+k" search-endpoint="/index/"';
    await chat.page.goto(await servePage(chat, settings));
    await openPanel(chat);
    const element = chat.page.locator('cf-ai-chat');
    const dialog = element.getByRole('dialog');
    await recover(chat, async () => {
      await element.evaluate((found) =>
        (found as HTMLElement & { search(text: string): void }).search('boots'),
      );
      return dialog.isVisible();
    });
    const result = element.getByRole('option', { name: 'Boots Warm.' });
    const again = dialog.getByRole('button', { name: 'Try again' });
    // The code of the search fails first, then that of the index.
    for (let part = 0; part < 2; part++) {
      await result.or(again).first().waitFor();
      if (await again.isVisible()) await again.click();
    }
    await result.waitFor();
    note(files);
    await chat.close();
  });

  it('was tested with every file of the build', async () => {
    const untested = await listUntested();
    const files = (await listLazyFiles()).filter(
      (file) => !APART.has(nameOfFile(file)) && !untested.includes(nameOfFile(file)),
    );
    assert.deepEqual(
      files.filter((file) => (came.get(file) ?? 0) < 2),
      [],
    );
  });
});

describe('a chat whose release is no longer on the server', { timeout: 60_000 }, () => {
  /** A chat with an answer and a draft, which has not loaded anything since its release was removed. */
  async function openLate(
    persist: string,
  ): Promise<{ readonly chat: ChatPage; readonly files: FailingFiles }> {
    model.reply((turn) => answerWith(turn, 'It is **one tag** [1].'));
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context, () => false);
    await chat.page.goto(new URL('docs/', worker.url).href);
    await chat.floating.evaluate((element, value) => Object.assign(element, { persist: value }), persist);
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.floating.locator('[part=rating]').waitFor();
    files.isGone = true;
    return { chat, files };
  }

  it('offers to reload the page, which loads the current release and keeps the conversation and the draft', async () => {
    const { chat, files } = await openLate('session');
    await chat.floating.getByRole('textbox').fill('What about');
    await chat.floating.locator('[part=menu-button]').click();
    const line = chat.floating.locator('[part=notice]', { hasText: MISSING });
    await line.waitFor();
    files.isGone = false;
    await line.getByRole('button', { name: 'Reload page' }).click();
    await line.waitFor({ state: 'detached' });
    await chat.reply().getByText('one tag').waitFor();
    assert.equal(await chat.floating.getByRole('textbox').inputValue(), 'What about');
    await chat.floating.locator('[part=menu-button]').click();
    await chat.floating.locator('[part=menu]').waitFor();
    await chat.close();
  });

  it('offers to reload the page also when sources cannot be drawn, though nobody has pressed anything', async () => {
    model.reply((turn) => answerWith(turn, 'It is **one tag** [1].'));
    const chat = await ChatPage.open(browser, 'about:blank');
    const files = await FailingFiles.install(chat.context, () => false);
    await chat.page.goto(new URL('docs/', worker.url).href);
    await chat.openChat();
    files.isGone = true;
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    const line = chat.floating.locator('[part=notice]', { hasText: MISSING });
    for (let network = 0; network < 3 && !(await line.isVisible()); network++) {
      await chat.page.waitForLoadState('networkidle');
      await reconnect(chat);
    }
    await line.waitFor();
    await chat.close();
  });

  it('offers no reload where the reload would lose the conversation', async () => {
    const { chat } = await openLate('none');
    await chat.floating.locator('[part=menu-button]').click();
    const line = chat.floating.locator('[part=notice]', { hasText: MISSING });
    await line.waitFor();
    assert.equal(await line.getByRole('button').count(), 0);
    await chat.close();
  });
});
