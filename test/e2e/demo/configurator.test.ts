import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { ChatPage } from '../../support/chat-page.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { useSite } from '../../support/use-site.ts';
import { MANIFEST } from '../../../widget/build/project.ts';
import type { Manifest } from '../../../widget/build/published-manifest.ts';

describe('the configurator', { timeout: 120_000 }, () => {
  const started = useSite(startDemoSite);

  async function open(query = ''): Promise<ChatPage> {
    const chat = await ChatPage.open(started.browser, new URL(`/${query}#configure`, started.site.url), {
      reducedMotion: 'reduce',
    });
    await preview(chat).locator('[part=input]').waitFor();
    return chat;
  }

  function preview({ page }: ChatPage): Locator {
    return page.frameLocator('#stage iframe').locator('cf-ai-chat');
  }

  it('has a control for every attribute and every CSS custom property of the manifest', async () => {
    const { modules } = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const [element] = modules.flatMap(({ declarations = [] }) =>
      declarations.filter(({ tagName }) => tagName),
    );
    const names = [...(element?.attributes ?? []), ...(element?.cssProperties ?? [])].map(({ name }) => name);
    const chat = await open();
    const controls = await chat.page
      .locator('#configure form [name]:not(details)')
      .evaluateAll((all) => all.map((control) => control.getAttribute('name')));
    assert.deepEqual(controls.toSorted(), names.toSorted());
    await chat.close();
  });

  it('shows one launcher, that of the preview, until the visitor scrolls on', async () => {
    const chat = await open();
    const launcher = chat.page.locator('body > cf-ai-chat [part=launcher]');
    await launcher.waitFor({ state: 'hidden' });
    await preview(chat).locator('[part=close]').click();
    await preview(chat).locator('[part=launcher]').waitFor();
    assert.equal(await launcher.isVisible(), false);
    await chat.page.evaluate(() => scrollTo(0, 0));
    await launcher.waitFor();
    await chat.close();
  });

  it('lists the default first in every select', async () => {
    const { modules } = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
    const members = modules
      .flatMap(({ declarations = [] }) => declarations)
      .flatMap((one) => one.members ?? []);
    const chat = await open();
    for (const select of await chat.page.locator('#configure select').all()) {
      const name = await select.getAttribute('name');
      const first = await select.locator('option').first().textContent();
      const initial = members.find(({ attribute }) => attribute === name)?.default;
      assert.equal(`'${first}'`, initial, name ?? '');
    }
    await chat.close();
  });

  it('refuses an endpoint without a scheme, and says at its field what to write', async () => {
    const chat = await open();
    const { page } = chat;
    const field = page.locator('#configure [name=endpoint]');
    const code = page.locator('#snippets [role=tabpanel]');
    const type = (address: string): Promise<void> =>
      field.evaluate((input, text) => {
        Object.assign(input, { value: text });
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, address);
    await type('chat.shop.dev/api/chat');
    assert.doesNotMatch((await code.textContent()) ?? '', /chat\.shop\.dev/);
    const message = await field.evaluate((input: HTMLInputElement) => input.validationMessage);
    assert.match(message, /has no scheme.+ Write https:\/\/chat\.shop\.dev\/api\/chat\./);
    await type('https://chat.shop.dev/api/chat');
    assert.match((await code.textContent()) ?? '', /data-endpoint="https:\/\/chat\.shop\.dev\/api\/chat"/);
    assert.equal(await field.evaluate((input: HTMLInputElement) => input.validationMessage), '');
    await chat.close();
  });

  it('shows a changed setting in the preview, in the code and in the address at once', async () => {
    const chat = await open();
    const { page } = chat;
    await page.getByLabel('Colour accent').fill('#0a7d5a');
    await page
      .getByText('Words', { exact: false })
      .locator('xpath=ancestor-or-self::summary')
      .first()
      .click();
    await page.getByLabel('Heading heading').fill('Ask "us" & them');
    await preview(chat).getByText('Ask "us" & them').waitFor();
    assert.equal(await preview(chat).getAttribute('accent'), '#0a7d5a');
    const code = await page.locator('#snippets code').first().textContent();
    assert.ok(code?.includes('data-heading="Ask &quot;us&quot; &amp; them"'), code ?? '');
    assert.equal(new URL(page.url()).searchParams.get('accent'), '#0a7d5a');
    assert.deepEqual(
      chat.problems.filter((problem) => !problem.includes('404')),
      [],
    );
    await chat.close();
  });

  it('restores all settings from its address', async () => {
    const query = `?${new URLSearchParams({ heading: 'Ask us', open: 'true', '--cf-ai-chat-radius': '4px', theme: 'dark' })}`;
    const chat = await open(query);
    const { page } = chat;
    await preview(chat).getByText('Ask us').first().waitFor();
    assert.equal(
      await preview(chat).evaluate((element) => element.style.getPropertyValue('--cf-ai-chat-radius')),
      '4px',
    );
    assert.equal(await page.locator('[name=theme]').inputValue(), 'dark');
    const shown = await page.locator('#snippets').innerText();
    assert.match(shown, /data-open="true"/);
    await page.reload();
    await preview(chat).getByText('Ask us').first().waitFor();
    assert.equal(await page.locator('#snippets').innerText(), shown);
    assert.deepEqual(
      [...new URL(page.url()).searchParams].toSorted(),
      [...new URLSearchParams(query)].toSorted(),
    );
    await page.getByRole('button', { name: 'Back to the defaults' }).click();
    assert.equal(new URL(page.url()).search, '');
    await preview(chat).getByText('Ask us').waitFor({ state: 'detached' });
    await chat.close();
  });

  it("shows the preview on every stage, in the colours of the stage's brand", async () => {
    const chat = await open();
    const { page } = chat;
    const schemeOf = (): Promise<string> =>
      preview(chat)
        .locator('[part=base]')
        .evaluate((base) => getComputedStyle(base).colorScheme);
    for (const [stage, scheme, words, question] of [
      ['Dark', 'dark', 'Your page, as it is', 'What does an answer look like?'],
      ['Phone', 'light', 'Your page, as it is', 'What does an answer look like?'],
      ['Bookshop', 'light', 'Books that are read', 'Will it be here by Friday?'],
      ['Observatory', 'dark', 'See the outage', 'How do I send my first request?'],
      ['Handbook', 'dark', 'Getting started', 'How do I undo a release?'],
      ['Sweets', 'light', 'Something sweet', 'Which box is without nuts?'],
    ] as const) {
      await page.getByRole('button', { name: stage, exact: true }).click();
      await page.frameLocator('#stage iframe').getByText(words).waitFor({ state: 'attached' });
      await preview(chat).locator('[part=input]').waitFor();
      await preview(chat).locator('.message.user').getByText(question).waitFor();
      await assertBecomes(schemeOf, scheme, stage);
    }
    await page.getByText('--cf-ai-chat-surface-color: #fff5f9;').waitFor();
    assert.deepEqual(
      chat.problems.filter((problem) => !problem.includes('404')),
      [],
    );
    await chat.close();
  });

  it('shows which stage is selected in forced colours', async () => {
    const chat = await ChatPage.open(started.browser, new URL('/#configure', started.site.url), {
      forcedColors: 'active',
    });
    const backgroundOf = (stage: string): Promise<string> =>
      chat.page
        .getByRole('button', { name: stage, exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    assert.notEqual(await backgroundOf('Light'), await backgroundOf('Dark'));
    await chat.close();
  });

  async function assertBecomes(read: () => Promise<string>, wanted: string, title: string): Promise<void> {
    let value = '';
    for (let tries = 0; tries < 100 && value !== wanted; tries += 1) value = await read();
    assert.equal(value, wanted, title);
  }
});
