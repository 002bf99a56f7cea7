import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Request } from 'playwright-core';
import type { CfAiChatElement } from '../../widget/index.ts';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startFakeTurnstile, type FakeTurnstile } from '../support/fake-turnstile.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { pressStop } from '../support/press-stop.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';

const PASSES = '1x00000000000000000000AA';
const FAILS = '2x00000000000000000000AB';
const ASKS = '3x00000000000000000000FF';
/** The only host whose scripts the widget's Trusted Types policy accepts. */
const CLOUDFLARE = 'https://challenges.cloudflare.com';
const QUESTION = 'How do I embed the widget?';

describe('the bot check', { timeout: 180_000 }, () => {
  let turnstile: FakeTurnstile;
  let site: LoopbackSite;
  let worker: WorkerHarness;
  let browser: Browser;
  before(async () => {
    turnstile = await startFakeTurnstile();
    site = await startLoopbackSite();
    const vars = {
      ALLOWED_ORIGINS: site.url.origin,
      TURNSTILE_SECRET: turnstile.secret,
      TURNSTILE_VERIFY_URL: turnstile.url,
    };
    worker = await startWorker(vars, DOCUMENTATION);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await site?.close();
    await turnstile?.close();
  });

  /** Opens a page of another site, with an open chat. */
  async function open(sitekey: string, csp = '', scriptUrl = turnstile.scriptUrl): Promise<ChatPage> {
    site.page(
      '/',
      `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:," />
       <script src="${worker.url.origin}/cf-ai-chat.js" data-persist="none"
         data-turnstile-sitekey="${sitekey}"></script><body>`,
      csp ? { 'content-security-policy': csp } : {},
    );
    const chat = await ChatPage.open(browser, site.url);
    await chat.page.evaluate((url) => {
      const element = customElements.get('cf-ai-chat') as typeof CfAiChatElement;
      Object.assign(element.environment, { turnstileScript: url });
    }, scriptUrl);
    await chat.openChat();
    return chat;
  }

  function questionsOf(chat: ChatPage): Request[] {
    const questions: Request[] = [];
    chat.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/chat')) questions.push(request);
    });
    return questions;
  }

  function tokenOf(request: Request | undefined): unknown {
    const body = request?.postDataJSON() as Record<string, unknown> | undefined;
    return body?.['turnstileToken'];
  }

  it('is done with the first message only; later messages send the session', async () => {
    const chat = await open(PASSES);
    const questions = questionsOf(chat);
    const asked = turnstile.asked.length;
    assert.ok(!chat.requests.includes(turnstile.scriptUrl), 'the script waits for the first message');
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    await chat.ask('What is it?');
    await chat.reaches('ready');
    assert.equal(turnstile.asked.length, asked + 1);
    assert.equal(tokenOf(questions[0]), turnstile.asked.at(-1));
    assert.equal(questions[0]?.headers()['authorization'], undefined);
    assert.equal(tokenOf(questions[1]), undefined);
    assert.match(questions[1]?.headers()['authorization'] ?? '', /^Bearer [\da-f-]{36}\.1\./);
    assert.equal(questions.length, 2);
    assert.equal(await chat.floating.locator('.message.assistant').count(), 2);
    assert.equal(await chat.page.locator('[slot=challenge]').count(), 0, 'nothing stays on the page');
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('is done again when the session has expired, and the question is sent again', async () => {
    const chat = await open(PASSES);
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    const statuses: number[] = [];
    chat.page.on('response', (response) => {
      if (response.url().endsWith('/api/chat')) statuses.push(response.status());
    });
    let isForged = false;
    await chat.page.route('**/api/chat', (route, request) => {
      const authorization = isForged ? undefined : 'Bearer ended';
      isForged = true;
      return route.continue({ headers: { ...request.headers(), ...(authorization && { authorization }) } });
    });
    await chat.ask('What is it?');
    await chat.reaches('ready');
    assert.deepEqual(statuses, [401, 200]);
    assert.equal(await chat.floating.locator('.message.assistant').count(), 2);
    assert.equal(await chat.floating.getByRole('alert').count(), 0);
    await chat.close();
  });

  it('is done a second time when its token was refused, and not a third time', async () => {
    const stale = await open('stale');
    const staleQuestions = questionsOf(stale);
    await stale.ask(QUESTION);
    await stale.reaches('ready');
    assert.deepEqual(
      staleQuestions.map((request) => String(tokenOf(request)).split('-')[0]),
      ['bad', 'good'],
    );
    await stale.close();

    const bad = await open('bad');
    const badQuestions = questionsOf(bad);
    await bad.ask(QUESTION);
    await assert.rejects(bad.reaches('ready'));
    assert.equal(badQuestions.length, 2);
    await bad.close();
  });

  it('says that it failed, keeps the question, and sends it when the check succeeds later', async () => {
    const chat = await open(FAILS);
    const questions = questionsOf(chat);
    await chat.ask(QUESTION);
    const alert = chat.floating.getByRole('alert');
    await alert.getByText('could not confirm that you are human').waitFor();
    assert.equal(questions.length, 0, 'the Worker is not asked');
    assert.equal((await chat.floating.locator('.message.user .bubble').textContent())?.trim(), QUESTION);
    await chat.floating.evaluate((element, key) => element.setAttribute('turnstile-sitekey', key), PASSES);
    await chat.floating.getByRole('button', { name: 'Try again' }).click();
    await chat.reaches('ready');
    assert.equal(questions.length, 1);
    assert.equal(await chat.floating.locator('.message').count(), 2);
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('asks the visitor to act where it must, with text and by keyboard alone', async () => {
    const chat = await open(ASKS);
    await chat.ask(QUESTION);
    const words = 'One more step: please complete the check.';
    await chat.floating.locator('[part=notice]').getByText(words).waitFor();
    await chat.floating.getByRole('status').getByText(words).waitFor();
    const box = chat.page.getByRole('button', { name: 'I am human' });
    const place = await box.boundingBox();
    const panel = await chat.floating.locator('[part=panel]').boundingBox();
    assert.ok(place && panel && place.x > panel.x && place.y > panel.y && place.y < panel.y + panel.height);
    await chat.page.keyboard.press('Shift+Tab');
    assert.ok(await box.evaluate((element) => element === document.activeElement));
    await chat.page.keyboard.press('Enter');
    await chat.reaches('ready');
    assert.ok((await chat.reply().textContent())?.includes('[1]'));
    await chat.close();
  });

  it('ends when the visitor presses Stop', async () => {
    const chat = await open(ASKS);
    const questions = questionsOf(chat);
    await chat.ask(QUESTION);
    await chat.page.getByRole('button', { name: 'I am human' }).waitFor();
    await pressStop(chat.floating);
    await chat.reaches('ready');
    await chat.page.locator('[slot=challenge]').waitFor({ state: 'detached' });
    assert.equal(questions.length, 0);
    assert.equal((await chat.floating.locator('.message.user .bubble').textContent())?.trim(), QUESTION);
    await chat.close();
  });

  it("works under a strict Content Security Policy that allows Turnstile's origin", async () => {
    const chat = await open(
      PASSES,
      `default-src 'none'; script-src ${worker.url.origin} ${CLOUDFLARE}; connect-src ${worker.url.origin};
       img-src data:; require-trusted-types-for 'script'; trusted-types cf-ai-chat`.replaceAll(/\s+/g, ' '),
      `${CLOUDFLARE}/turnstile/v0/api.js`,
    );
    const script = await (await fetch(turnstile.scriptUrl)).text();
    const contentType = 'text/javascript';
    await chat.page.route(`${CLOUDFLARE}/**`, (route) => route.fulfill({ contentType, body: script }));
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('says what the backend requires when the page has no site key', async () => {
    const chat = await open('');
    await chat.ask(QUESTION);
    await chat.floating.getByRole('alert').getByText('could not confirm').waitFor();
    assert.ok(!chat.requests.includes(turnstile.scriptUrl));
    await chat.close();
  });
});
