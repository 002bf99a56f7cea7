import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startDevServer, type DevServer } from '../support/dev-server.ts';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.ts';
import { pressStop } from '../support/press-stop.ts';

describe('the chat in front of a model server', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let worker: DevServer;
  let browser: Browser;
  let chat: ChatPage;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startDevServer({
      CHAT_PROVIDER: 'openai',
      MODEL_BASE_URL: model.baseUrl,
      HEARTBEAT_MS: '100',
    });
    browser = await launchChromium();
    chat = await ChatPage.open(browser, new URL('docs/', worker.url));
    await chat.openChat();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await model?.close();
  });

  it('shows each token of the server when it arrives', async () => {
    model.reply((turn) => turn.say('Streaming **as it', ' comes**'));
    await chat.ask('Go');
    const turn = await model.asked();
    await chat.reply().getByText('as it comes').waitFor();
    assert.equal(
      await chat.floating.evaluate((element) => 'status' in element && element.status),
      'streaming',
    );
    await turn.finish();
    await chat.reaches('ready');
    assert.equal(await chat.reply().locator('strong').textContent(), 'as it comes');
  });

  it("continues after a reload, though a GET to the page's own origin has no Origin header", async () => {
    model.reply((turn) => turn.say('one '));
    await chat.ask('Reload in the middle');
    const turn = await model.asked();
    await chat.reply().getByText('one').waitFor();
    await chat.page.reload();
    await chat.reply().getByText('one').waitFor();
    await turn.say('two');
    await turn.finish();
    await chat.reaches('ready');
    assert.equal((await chat.reply().textContent())?.trim(), 'one two');
  });

  it('aborts the request to the model server when the visitor stops', async () => {
    model.reply((turn) => turn.say('Half of'));
    await chat.ask('Stop this');
    const turn = await model.asked();
    await chat.reply().getByText('Half of').waitFor();
    await pressStop(chat.floating);
    assert.equal(await turn.closed, true);
    assert.equal((await chat.reply().textContent())?.trim(), 'Half of');
    await chat.floating.getByText('You stopped this answer.').waitFor();
  });

  it('keeps the text that arrived when the server breaks off, and answers on the next try', async () => {
    model.reply(async (turn) => {
      await turn.say('The first half');
      turn.cut();
    });
    await chat.ask('Break');
    await chat.reaches('error');
    assert.equal((await chat.reply().textContent())?.trim(), 'The first half');
    model.reply(async (turn) => {
      await turn.say('The whole answer');
      await turn.finish();
    });
    await chat.floating.getByRole('button', { name: 'Try again' }).click();
    const { call } = await model.asked();
    assert.ok(!JSON.stringify(call.body.messages).includes('first half'));
    await chat.reaches('ready');
    assert.equal((await chat.reply().textContent())?.trim(), 'The whole answer');
  });

  it('says in words, without a code, that the model is busy', async () => {
    model.reply((turn) => turn.json({ error: { message: 'slow down' } }, 429));
    await chat.ask('Too many');
    await chat.reaches('error');
    const alert = chat.floating.getByRole('alert');
    assert.match((await alert.textContent()) ?? '', /busy/);
    assert.ok(!(await alert.textContent())?.includes('429'));
  });

  it('sends the model what page-context names: the page, and the text that was selected when the chat was opened', async () => {
    model.reply(SAY_HELLO);
    const reader = await ChatPage.open(browser, new URL('/?plan=pro#part', worker.url));
    await reader.floating.evaluate((element) => element.setAttribute('page-context', 'url title selection'));
    await reader.page.locator('h1').click({ clickCount: 3 });
    const selection = await reader.page.evaluate(() => getSelection()?.toString().trim());
    assert.ok(selection);
    await reader.openChat();
    await reader.ask('What does this mean?');
    const { call } = await model.asked();
    const told = /<visitor-data>\n(.*)\n<\/visitor-data>\n\nWhat does this mean\?$/.exec(
      call.body.messages.at(-1)?.content ?? '',
    );
    const url = new URL('/?plan=pro', worker.url).href;
    assert.deepEqual(JSON.parse(told?.[1] ?? '{}'), { url, title: await reader.page.title(), selection });
    await reader.reaches('ready');
    assert.deepEqual(reader.problems, []);
    await reader.close();
  });

  it('runs no script of an answer, and loads nothing that an answer names', async () => {
    const earlier = chat.requests.length;
    model.reply(async (turn) => {
      await turn.say(
        '[click](javascript:window.pwned=1) <img src=x onerror="window.pwned=1"> ![x](https://evil.example/?q=1)',
        '<script>window.pwned=1</script><style>@import "https://evil.example/a.css"</style><b>bold</b>',
      );
      await turn.finish();
    });
    await chat.ask('Attack');
    await chat.reaches('ready');
    await chat.reply().getByText('click').click();
    assert.equal(await chat.page.evaluate(() => 'pwned' in globalThis), false);
    const foreign = chat.requests.slice(earlier).filter((url) => new URL(url).origin !== worker.url.origin);
    assert.deepEqual(foreign, []);
  });
});
