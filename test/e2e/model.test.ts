import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { ChatPage } from '../support/chat-page.ts';
import { startDevServer, type DevServer } from '../support/dev-server.ts';
import { startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.ts';

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
    chat = await ChatPage.open(browser, worker.url);
    await chat.openChat();
  });
  after(async () => {
    await browser?.close();
    await worker?.close();
    await model?.close();
  });

  it('shows the tokens of the server as they come', async () => {
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

  it('aborts the request to the model server when the visitor stops', async () => {
    model.reply((turn) => turn.say('Half of'));
    await chat.ask('Stop this');
    const turn = await model.asked();
    await chat.reply().getByText('Half of').waitFor();
    await chat.floating.getByRole('button', { name: 'Stop answering' }).click();
    assert.equal(await turn.closed, true);
    assert.equal((await chat.reply().textContent())?.trim(), 'Half of');
    await chat.floating.getByText('You stopped this answer.').waitFor();
  });

  it('keeps what arrived when the server breaks off, and answers on the next try', async () => {
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

  it('says that the model is busy in words, not in codes', async () => {
    model.reply((turn) => turn.json({ error: { message: 'slow down' } }, 429));
    await chat.ask('Too many');
    await chat.reaches('error');
    const alert = chat.floating.getByRole('alert');
    assert.match((await alert.textContent()) ?? '', /busy/);
    assert.ok(!(await alert.textContent())?.includes('429'));
  });

  it('runs no script and loads nothing that an answer asks for', async () => {
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
