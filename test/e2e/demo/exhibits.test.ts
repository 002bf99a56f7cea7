import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatPage } from '../../support/chat-page.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { useSite } from '../../support/use-site.ts';
import { findFigure, readFigures } from '../../../demo/build/figures/figures.ts';

describe('the exhibits of the demo', { timeout: 120_000 }, () => {
  const started = useSite(startDemoSite);

  /** Opens the chat of an exhibit, and reads the answer to a suggested question to its end. */
  async function visit(path: string): Promise<ChatPage> {
    const chat = await ChatPage.open(started.browser, new URL(path, started.site.url), {
      reducedMotion: 'reduce',
    });
    await chat.openChat();
    await chat.floating.getByRole('button', { name: 'What does an answer look like?' }).click();
    await chat.floating.locator('.message.assistant td').getByText('Express').waitFor();
    await chat.reaches('ready');
    return chat;
  }

  it('show the chat on a hostile page as on any other', async () => {
    const chat = await visit('/exhibits/hostile');
    const viewport = chat.page.viewportSize();
    const launcher = await chat.floating.locator('[part=launcher]').boundingBox();
    assert.ok(launcher && viewport);
    assert.ok(Math.abs(launcher.width - launcher.height) < 0.5, 'it is not turned');
    assert.ok(
      launcher.x + launcher.width <= viewport.width && launcher.y + launcher.height <= viewport.height,
    );
    const style = await chat.floating.locator('[part=input]').evaluate((box) => {
      const { letterSpacing, textTransform, fontSize } = getComputedStyle(box);
      return { letterSpacing, textTransform, isSmall: parseFloat(fontSize) < 18 };
    });
    assert.deepEqual(style, { letterSpacing: 'normal', textTransform: 'none', isSmall: true });
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('show the chat under a strict policy without one violation, and show the text of the real policy', async () => {
    const chat = await visit('/exhibits/strict');
    await (await chat.openSources()).first().waitFor();
    assert.equal(await chat.page.locator('#violations').textContent(), '0');
    const response = await fetch(new URL('/exhibits/strict', started.site.url));
    const shown = await chat.page.locator('#policy').innerText();
    assert.equal(shown.replaceAll(/\s+/g, ' '), response.headers.get('content-security-policy'));
    assert.deepEqual(chat.problems, []);
    await chat.close();
  });

  it('count a violation of the policy where there is one', async () => {
    const chat = await ChatPage.open(started.browser, new URL('/exhibits/strict', started.site.url));
    await chat.page.locator('#violations').getByText('0').waitFor();
    await chat.page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await chat.page.locator('#violations').getByText('1').waitFor();
    await chat.close();
  });

  it('show the chat beside other chats, with the figures of the generated files', async () => {
    const [own, peers, markdown] = await Promise.all(['bytes', 'peers', 'markdown'].map(readFigures));
    assert.ok(own && peers && markdown);
    const chat = await ChatPage.open(started.browser, started.site.url);
    const sizes = chat.page.locator('.bars').first();
    assert.deepEqual(await sizes.locator('.size').allInnerTexts(), [
      findFigure(own, 'cf-ai-chat.js, brotli'),
      findFigure(own, 'all until a first answer, brotli'),
      ...peers.map(({ title }) => findFigure(peers, title)),
    ]);
    const speeds = chat.page.locator('.bars').last();
    const ours = speeds.locator('.ours .size');
    assert.equal(await ours.innerText(), findFigure(markdown, 'mixed 10 KB, ours'));
    const bars = await sizes
      .locator('rect')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    const values = peers.map(({ value }) => value);
    assert.ok(Math.abs((bars[2] ?? 0) / (bars.at(-1) ?? 1) - (values[0] ?? 0) / (values.at(-1) ?? 1)) < 0.01);
    await chat.close();
  });
});
