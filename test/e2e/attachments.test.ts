import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { devices, type Browser, type Page } from 'playwright-core';
import { attachment } from '../support/attachment-files.ts';
import { launchChromium } from '../support/browser.ts';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../support/fake-model-server.ts';
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';

const PICTURE = { name: 'cat.png', mimeType: 'image/png', buffer: attachment('picture.png') };
const TABLE = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('shoe;9\r\n') };

/** Content Security Policies under which the chat works. Pictures of files have no address of the page. */
const POLICY = (worker: URL): string =>
  `default-src 'self'; style-src 'self'; connect-src 'self' ${worker.origin}; img-src 'self'`;

describe('files of a question, with our Worker', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let seeing: PlainWorkerd;
  let blind: PlainWorkerd;
  let site: LoopbackSite;
  let browser: Browser;
  before(async () => {
    [model, site, browser] = await Promise.all([
      startFakeModelServer(),
      startLoopbackSite(),
      launchChromium(),
    ]);
    const vars = {
      LOCAL: '1',
      SESSION_SECRET: 'a secret of the tests, long enough',
      ALLOWED_ORIGINS: site.url.origin,
      MODEL: 'blind',
      MODEL_BASE_URL: model.baseUrl,
      ATTACHMENTS: 'images text',
    };
    [seeing, blind] = await Promise.all([
      startPlainWorkerd({ vars: { ...vars, VISION_MODEL: 'seeing' } }),
      startPlainWorkerd({ vars: { ...vars, ATTACHMENTS: 'images' } }),
    ]);
    const chat = (worker: PlainWorkerd): string =>
      `<!doctype html><title>Shop</title><meta name="viewport" content="width=device-width">
<script src="/cf-ai-chat.js" data-endpoint="${worker.url.href}" data-attachments="images text"></script>`;
    site.page('/', chat(seeing));
    site.page('/blind', chat(blind));
    site.page('/strict', chat(seeing), { 'content-security-policy': POLICY(seeing.url) });
  });
  after(async () => {
    await browser?.close();
    await Promise.all([seeing?.close(), blind?.close(), site?.close(), model?.close()]);
  });
  beforeEach(() => model.reply(SAY_HELLO));

  async function open(path: string, options = {}): Promise<Page> {
    const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
    await page.goto(new URL(path, site.url).href);
    await page.locator('cf-ai-chat [part=launcher]').click();
    await page.locator('[part=input]').waitFor();
    return page;
  }

  it('a photo goes from a phone to a model that reads pictures, and is shown again after a reload', async () => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'] ?? {};
    const page = await open('/', phone);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).tap();
    const chooser = await choosing;
    assert.match((await chooser.element().getAttribute('accept')) ?? '', /^image\/\*,text/);
    await chooser.setFiles([PICTURE, TABLE]);
    await page.getByRole('button', { name: 'Delete: prices.csv' }).waitFor();
    await page.locator('[part=input]').fill('What is it?');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await page.locator('.message.assistant [part~=message__body]').getByText('Hello').waitFor();
    const { model: name, messages } = model.turns.at(-1)!.call.body;
    const content = JSON.stringify(messages.at(-1)?.content);
    assert.equal(name, 'seeing');
    assert.match(content, /What is it\?.*prices\.csv.*shoe;9|shoe;9.*What is it\?/);
    assert.match(content, /"image_url":\{"url":"data:image\/webp;base64,/);
    await page.reload();
    await page.getByRole('button', { name: 'Open: cat.png' }).click();
    const large = page.getByRole('dialog', { name: 'cat.png' });
    await large.waitFor();
    assert.match((await large.getByRole('img').getAttribute('src')) ?? '', /^blob:/);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await page.locator('[part=input]').waitFor();
    await page.context().close();
  });

  it("files are shown by name where the page's Content Security Policy allows no pictures", async () => {
    const page = await open('/strict');
    await page.locator('cf-ai-chat input[type=file]').setInputFiles([PICTURE]);
    await page.getByRole('button', { name: 'Delete: cat.png' }).waitFor();
    await page.locator('.attachment .preview svg').waitFor();
    await page.locator('[part=input]').fill('What is it?');
    await page.keyboard.press('Enter');
    await page.locator('.message.assistant [part~=message__body]').getByText('Hello').waitFor();
    assert.match(await page.locator('.asked-file').innerText(), /^cat\.png\s*\d+ bytes$/);
    await page.context().close();
  });

  it('the button to attach files is missing where no model reads files, and the console tells the owner why', async () => {
    const page = await open('/blind');
    const reason = page.getByText('no model reads pictures or files here');
    await reason.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Attach files' }).count(), 0);
    await page.context().close();
  });
});
