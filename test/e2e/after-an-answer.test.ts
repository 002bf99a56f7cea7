import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Request, Response } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage, WITH_MOTION } from '../support/chat-page.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';

const QUESTION = 'How do I embed the widget?';
const PHONE = { width: 390, height: 780 };

let worker: WorkerHarness;
let browser: Browser;
before(async () => {
  worker = await startWorker({}, DOCUMENTATION);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await worker?.close();
});

/** A plain page with a chat: the demo page, on which much moves, takes five times the CPU time. */
const pageOf = ({ url }: WorkerHarness): URL => new URL('docs/', url);

describe('ratings, quota and citations with the Worker', { timeout: 180_000 }, () => {
  async function answered(): Promise<ChatPage> {
    const chat = await ChatPage.open(browser, pageOf(worker));
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.reaches('ready');
    return chat;
  }

  /** One page with an answer, for the tests that leave it as it was. */
  let shared: ChatPage;
  before(async () => {
    shared = await answered();
  });
  after(() => shared?.close());

  it('the code of ratings and citations loads after the first answer has been drawn', async () => {
    const chat = await ChatPage.open(browser, pageOf(worker));
    let answer = 'the row was not asked for';
    await chat.page.route('**/chunks/actions-*', async (route) => {
      answer = (await chat.reply().textContent()) ?? '';
      await route.continue();
    });
    await chat.openChat();
    await chat.ask(QUESTION);
    await chat.floating.locator('[part=rating]').waitFor();
    assert.ok(answer.includes('<script src='), answer);
    await chat.close();
  });

  it('a rating and a comment are accepted by the Worker, and shown after a reload', async () => {
    const chat = await answered();
    const taken = (): Promise<Response> =>
      chat.page.waitForResponse((response) => response.url().endsWith('/api/feedback'));
    const rated = taken();
    await chat.floating.getByRole('button', { name: 'Not helpful' }).click();
    assert.equal((await rated).status(), 204);
    const commented = taken();
    await chat.floating.getByRole('button', { name: 'Incomplete' }).click();
    await chat.floating.getByLabel('Anything to add?').fill('Say more of frames.');
    await chat.floating.getByRole('button', { name: 'Send comment' }).click();
    const response = await commented;
    assert.equal(response.status(), 204);
    const { queryId, ...rest } = response.request().postDataJSON() as Record<string, unknown>;
    assert.match(String(queryId), /^q_/);
    assert.deepEqual(rest, { rating: -1, comment: 'incomplete: Say more of frames.' });
    await chat.page.reload();
    const thumb = chat.floating.getByRole('button', { name: 'Not helpful' });
    await thumb.waitFor();
    assert.equal(await thumb.getAttribute('aria-pressed'), 'true');
    assert.ok(await thumb.isEnabled(), 'where feedback goes is kept over a reload');
    await chat.ask('What is it?');
    await chat.reaches('ready');
    assert.ok(await thumb.first().isEnabled());
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('the buttons under the newest answer are visible without hover', async () => {
    const chat = shared;
    for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
      await chat.page.setViewportSize(viewport);
      await chat.page.mouse.move(0, 0);
      for (const name of ['Copy answer', 'Answer again', 'Helpful', 'Not helpful']) {
        const control = chat.floating.getByRole('button', { name, exact: true });
        await control.waitFor();
        await control.scrollIntoViewIfNeeded();
        const isSeen = await control.evaluate((button) => {
          const box = button.getBoundingClientRect();
          const hit = (button.getRootNode() as ShadowRoot).elementFromPoint(
            box.x + box.width / 2,
            box.y + box.height / 2,
          );
          return button.checkVisibility({ opacityProperty: true }) && button.contains(hit);
        });
        assert.ok(isSeen, `${name} at ${viewport.width} px`);
      }
    }
  });

  it('the buttons under an answer can be reached and pressed by keyboard', async () => {
    const chat = shared;
    const thumb = chat.floating.getByRole('button', { name: 'Helpful', exact: true });
    await thumb.waitFor();
    const focused = (): Promise<string | null | undefined> =>
      chat.floating.evaluate((element) => element.shadowRoot?.activeElement?.ariaLabel);
    for (let stops = 0; stops < 20 && (await focused()) !== 'Helpful'; stops++)
      await chat.page.keyboard.press('Shift+Tab');
    await chat.page.keyboard.press('Enter');
    await chat.floating.getByRole('status').getByText('Thank you').waitFor();
    assert.equal(await focused(), 'Helpful');
  });

  /** The card of a source. */
  const card = (chat: ChatPage): Locator => chat.floating.getByRole('dialog', { name: /^Source \d/ });

  it("a citation opens the card of its source by keyboard, and the card's link opens the source", async () => {
    const chat = shared;
    const citation = chat.floating.locator('.citation').first();
    await citation.waitFor();
    const number = (await citation.textContent())?.replaceAll(/\D/g, '');
    await citation.press('Enter');
    await card(chat).waitFor();
    const focused = chat.floating.locator('a.source:focus');
    await focused.waitFor();
    assert.equal((await focused.locator('.number').textContent())?.trim(), number);
    assert.match((await focused.getAttribute('href')) ?? '', /\/docs\//);
    await chat.page.keyboard.press('Escape');
    assert.equal(await card(chat).isVisible(), false);
    assert.ok(await citation.evaluate((element) => element.matches(':focus')));
    assert.equal(new URL(chat.page.url()).hash, '');
    assert.deepEqual(chat.problems, []);
  });

  it('the card of a source opens on hover, and stays while the pointer is on it, until Escape', async () => {
    const chat = shared;
    const citation = chat.floating.locator('.citation').first();
    await chat.page.clock.install();
    await citation.hover();
    await card(chat).waitFor();
    const box = (await card(chat).boundingBox()) ?? assert.fail('no box');
    await chat.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 20 });
    // The card would close within a second after the pointer has left it.
    await chat.page.clock.runFor(1_000);
    assert.ok(await card(chat).isVisible(), 'the pointer is on the card');
    await chat.page.keyboard.press('Escape');
    assert.equal(await card(chat).isVisible(), false);
    assert.ok(await chat.floating.evaluate((element) => element.hasAttribute('open')));
    await chat.page.mouse.move(0, 0);
    await citation.hover();
    await card(chat).waitFor();
    // Focus is on the page, not in the chat.
    await chat.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await chat.page.keyboard.press('Escape');
    assert.equal(await card(chat).isVisible(), false);
    assert.ok(await chat.floating.evaluate((element) => element.hasAttribute('open')));
  });

  it('a copied answer keeps its formatting when it is pasted into a document', async () => {
    const chat = shared;
    await chat.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await chat.floating.locator('.message.assistant').hover();
    await chat.floating.getByRole('button', { name: 'Copy answer' }).click();
    await chat.floating.getByRole('button', { name: 'Copy as Markdown' }).waitFor();
    const formats = await chat.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const textOf = async (type: string): Promise<string> => (await item?.getType(type))?.text() ?? '';
      return { html: await textOf('text/html'), text: await textOf('text/plain') };
    });
    assert.match(formats.html, /<code class="language-html" dir="ltr">/);
    assert.match(formats.text, /\n\n\[1\] /);
    assert.doesNotMatch(formats.text, /```|\*\*/);
    assert.deepEqual(chat.problems, []);
  });

  it('two chats that share one stored transcript cause one console warning', async () => {
    const chat = await ChatPage.open(browser, pageOf(worker));
    await chat.page.evaluate(() => {
      for (const id of ['one', 'two'])
        document.body.append(
          Object.assign(document.createElement('cf-ai-chat'), { id, mode: 'inline', instance: 'twin' }),
        );
    });
    for (const id of ['one', 'two']) {
      const twin = chat.page.locator(`#${id}`);
      await twin.scrollIntoViewIfNeeded();
      await chat.ask(QUESTION, twin);
      await twin.locator('[part=rating]').first().waitFor();
    }
    assert.deepEqual(chat.problems.filter((problem) => problem.includes('instance="twin"')).length, 1);
    await chat.close();
  });
});

describe('the quota of a visitor', { timeout: 120_000 }, () => {
  let limited: WorkerHarness;
  before(async () => {
    limited = await startWorker({ QUOTA_LIMIT: '2' }, DOCUMENTATION);
  });
  after(() => limited?.close());

  it('is shown while it is nearly used up, and at zero with the time of the next question', async () => {
    const chat = await ChatPage.open(browser, pageOf(limited));
    const questions: Request[] = [];
    chat.page.on('request', (request) => {
      if (request.url().endsWith('/api/chat')) questions.push(request);
    });
    await chat.openChat();
    await chat.ask(QUESTION);
    const notice = chat.floating.locator('[part=notice]');
    await notice.getByText('1 question left.').waitFor();
    await chat.reaches('ready');
    await chat.ask('What is it?');
    await notice.getByText(/^\s*No questions left\.\s+You can ask again (?:tomorrow )?at /).waitFor();
    await chat.reaches('ready');
    await chat.ask('And the third?');
    const alert = chat.floating.getByRole('alert');
    await alert.getByText('You have used up your questions for now.').waitFor();
    await alert.getByRole('timer').waitFor();
    assert.ok(await chat.floating.getByRole('button', { name: 'Try again' }).isDisabled());
    assert.equal(await notice.count(), 0, 'it is said once');
    assert.equal(questions.length, 3);
    await chat.ask('And a fourth?');
    assert.equal(await chat.floating.getByRole('textbox').inputValue(), 'And a fourth?');
    assert.equal(questions.length, 3);
    await chat.close();
  });
});

describe('the panel on a narrow and on a wide screen', { timeout: 120_000 }, () => {
  const modal = (chat: ChatPage): Promise<string | null> =>
    chat.floating.locator('[part=panel]').getAttribute('aria-modal');

  it('keeps the Tab key inside of a panel that covers the screen; Escape closes it and returns focus to the launcher', async () => {
    const chat = await ChatPage.open(browser, pageOf(worker), { ...WITH_MOTION, viewport: PHONE });
    await chat.openChat();
    assert.equal(await modal(chat), 'true');
    await chat.ask(QUESTION);
    await chat.floating.locator('[part=rating]').waitFor();
    const stops = new Set<string>();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let count = 0; count < 40; count++) {
        await chat.page.keyboard.press(key);
        const stop = await chat.floating.evaluate((element) => {
          const inside = element.shadowRoot?.activeElement;
          return document.activeElement === element && inside && `${inside.localName} ${inside.className}`;
        });
        assert.ok(stop, `${key} ${count} has left the chat`);
        stops.add(stop.trim());
      }
    }
    assert.ok(
      stops.has('button quiet') && stops.has('textarea input') && stops.has('button quiet tool thumb up'),
    );
    assert.ok(![...stops].some((stop) => stop.includes('edge')), 'no stop is empty');
    // While a citation has focus, the first Escape closes its card.
    await chat.floating.getByRole('textbox').focus();
    await chat.page.keyboard.press('Escape');
    await chat.floating.getByRole('button', { name: 'Open chat' }).waitFor();
    const part = await chat.floating.evaluate((element) =>
      element.shadowRoot?.activeElement?.getAttribute('part'),
    );
    assert.equal(part, 'launcher');
    await chat.close();
  });

  it('lets the Tab key leave the panel where it stands beside the page', async () => {
    const chat = await ChatPage.open(browser, pageOf(worker), { viewport: { width: 1280, height: 800 } });
    await chat.openChat();
    assert.equal(await modal(chat), 'false');
    const hasLeft = (): Promise<boolean> =>
      chat.floating.evaluate((element) => document.activeElement !== element);
    for (let count = 0; count < 10 && !(await hasLeft()); count++) await chat.page.keyboard.press('Tab');
    assert.ok(await hasLeft());
    await chat.page.setViewportSize(PHONE);
    await chat.floating.locator('[part=panel][aria-modal=true]').waitFor();
    await chat.close();
  });
});
