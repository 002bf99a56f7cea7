import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startFakeModelServer, type FakeModelServer, type ModelTurn } from '../support/fake-model-server.ts';
import { nameOfFile } from '../support/lazy-files.ts';
import { until } from '../support/until.ts';
import { DOCUMENTATION, startWorker, type WorkerHarness } from '../support/worker-harness.ts';

const QUESTION = 'How do I embed the widget?';
const MISSING = 'Part of the chat could not be loaded.';

let model: FakeModelServer;
let worker: WorkerHarness;
let browser: Browser;
before(async () => {
  model = await startFakeModelServer();
  const vars = { CHAT_PROVIDER: 'openai', MODEL_BASE_URL: model.baseUrl, REWRITE_MS: '0' };
  [worker, browser] = await Promise.all([startWorker(vars, DOCUMENTATION), launchChromium()]);
});
after(async () => {
  await browser?.close();
  await worker?.close();
  await model?.close();
});

async function answer(turn: ModelTurn): Promise<void> {
  await turn.say('It is **one tag** [1].');
  await turn.finish();
}

/** How often the model was asked this question. */
function countAsked(question: string): number {
  const isLast = ({ call }: ModelTurn): boolean =>
    call.body.messages.at(-1)?.content.includes(question) ?? false;
  return model.turns.filter(isLast).length;
}

function open(): Promise<ChatPage> {
  model.reply(answer);
  return ChatPage.open(browser, new URL('docs/', worker.url));
}

const part = (chat: ChatPage, name: string): Locator => chat.floating.locator(`[part=${name}]`);
const button = (chat: ChatPage, name: string): Locator =>
  chat.floating.getByRole('button', { name, exact: true }).last();

async function askAndRead(chat: ChatPage): Promise<void> {
  await chat.openChat();
  await chat.ask(QUESTION);
  await chat.reaches('ready');
  await part(chat, 'rating').waitFor();
}

/** How far a visit has come when the network is lost. */
const STEPS: Readonly<Record<string, (chat: ChatPage) => Promise<unknown>>> = {
  'when the chat has opened': (chat) => chat.openChat(),
  'while a first question is typed': async (chat) => {
    await chat.openChat();
    await part(chat, 'input').fill('How do');
  },
  'when an answer is read': askAndRead,
  'while another question is typed': async (chat) => {
    await askAndRead(chat);
    await part(chat, 'input').fill('And');
  },
  'while the menu is open': async (chat) => {
    await askAndRead(chat);
    await part(chat, 'menu-button').click();
    await part(chat, 'menu').waitFor();
  },
};

describe('a chat that loses its network', { timeout: 120_000 }, () => {
  for (const [index, [step, reach]] of Object.entries(STEPS).entries()) {
    it(`${step} says what it cannot do, and later sends by itself what was written`, async () => {
      const chat = await open();
      await reach(chat);
      await chat.context.setOffline(true);
      const said = chat.floating.getByText(MISSING);
      const press = async (control: string, result: Locator): Promise<void> => {
        await part(chat, control).click();
        await result.or(said).first().waitFor();
      };
      if (!(await part(chat, 'menu').isVisible())) await press('menu-button', part(chat, 'menu'));
      // The menu is closed first: without a menu, the key would close the panel.
      if (await part(chat, 'menu').isVisible()) await chat.page.keyboard.press('Escape');
      if (await part(chat, 'sources-toggle').isVisible())
        await press('sources-toggle', part(chat, 'sources'));
      assert.equal(await button(chat, 'Reload page').count(), 0, 'the page would go');

      const questions = [`Is number ${index} kept?`, `And what follows ${index}?`];
      for (const question of questions) await chat.ask(question);
      await chat.floating.getByText('when you are online again').first().waitFor();
      await chat.context.setOffline(false);
      await until(
        () => questions.map(countAsked),
        (counts) => counts.every((count) => count > 0),
      );
      await chat.reaches('ready');
      assert.deepEqual(questions.map(countAsked), [1, 1]);
      const asked = await chat.floating.locator('.message.user .bubble').allInnerTexts();
      assert.deepEqual(asked.slice(-2), questions);
      assert.equal(await part(chat, 'input').inputValue(), '');
      assert.equal(await said.count(), 0);
      await chat.close();
    });
  }

  it("in the middle of an answer keeps the answer's text, and sends the question written meanwhile later", async () => {
    const chat = await open();
    await chat.openChat();
    model.reply((turn) => turn.say('The first words'));
    await chat.ask(QUESTION);
    const turn = await model.asked();
    await chat.reply().getByText('The first words').waitFor();
    await chat.context.setOffline(true);
    await chat.ask('What is said meanwhile?');
    await chat.floating.getByText('when you are online again').first().waitFor();
    model.reply(answer);
    await chat.context.setOffline(false);
    await turn.finish();
    await until(
      () => countAsked('What is said meanwhile?'),
      (count) => count === 1,
    );
    await chat.reply().getByText('one tag').waitFor();
    assert.match(await chat.floating.locator('.message.assistant').first().innerText(), /The first words/);
    assert.equal(await part(chat, 'input').inputValue(), '');
    await chat.close();
  });

  it('has, after an idle time, the code for everything that works without a network', async () => {
    const chat = await open();
    await askAndRead(chat);
    const names = (): string[] =>
      chat.requests.map((url) => nameOfFile(new URL(url).pathname.split('/').at(-1) ?? ''));
    const last = ['panel-resizer', 'history', 'export'];
    await until(names, (loaded) => last.every((name) => loaded.includes(name)));
    await chat.context.setOffline(true);
    await part(chat, 'sources-toggle').click();
    await part(chat, 'sources').waitFor();
    await button(chat, 'Not helpful').click();
    await chat.floating.getByRole('alert').getByText('Your feedback could not be sent.').waitFor();
    await part(chat, 'menu-button').click();
    const saved = chat.page.waitForEvent('download');
    await chat.floating.getByRole('menuitem', { name: 'Save as a file' }).click();
    await saved;
    await part(chat, 'menu-button').click();
    await chat.floating.getByRole('menuitem', { name: 'New chat' }).click();
    await part(chat, 'menu-button').click();
    await chat.floating.getByRole('menuitem', { name: 'Earlier chats' }).click();
    await chat.floating.locator('.history-open').getByText(QUESTION).click();
    await chat.reply().getByText('one tag').waitFor();
    await chat.floating.locator('.edit-question').click();
    await chat.floating.locator('form.edit').waitFor();
    assert.equal(await chat.floating.getByText(MISSING).count(), 0);
    await chat.close();
  });

  it('prefetches nothing for a visitor who saves data', async () => {
    const chat = await ChatPage.open(browser, 'about:blank');
    await chat.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    model.reply(answer);
    await chat.page.clock.install();
    await chat.page.goto(new URL('docs/', worker.url).href);
    await askAndRead(chat);
    const count = chat.requests.length;
    await chat.page.clock.runFor(60_000);
    await chat.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    assert.deepEqual(chat.requests.slice(count), []);
    await chat.close();
  });
});
