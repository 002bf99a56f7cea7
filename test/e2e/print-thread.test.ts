import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startLoopbackSite } from '../support/loopback-site.ts';
import { useSite } from '../support/use-site.ts';

const POLICY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types cf-ai-chat",
};

const PAGE = `<!doctype html><html lang="en"><title>Boots</title><link rel="icon" href="data:," /><p>Of the page.</p>
  <script src="/cf-ai-chat.js" data-endpoint="/api/chat" data-heading="Boot help"></script>`;

const SOURCE = { id: 'a', title: 'Returns', url: '/docs/returns', snippet: '' };
const ANSWER = `See [the rules](https://example.com/rules) [1].\n\n\`\`\`js\n${'long('.repeat(60)}\n\`\`\``;
const TURNS = 30;

declare global {
  interface Window {
    /** The HTML and the styles of the printed document. */
    printed?: { readonly html: string; readonly css: string };
  }
}

/** Records what is printed, which a test cannot see. */
function catchPrint(): void {
  window.print = () => {
    const css = document.adoptedStyleSheets
      .flatMap(({ cssRules }) => [...cssRules])
      .map(({ cssText }) => cssText)
      .join('\n');
    window.top!.printed = { html: document.documentElement.outerHTML, css };
    dispatchEvent(new Event('afterprint'));
  };
}

describe('the menu item Print', { timeout: 180_000 }, () => {
  const started = useSite(() => startLoopbackSite());

  async function open(): Promise<{ page: Page; problems: string[] }> {
    const { browser, site } = started;
    site.page('/', PAGE, POLICY);
    const page = await (await browser.newContext()).newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.addInitScript(catchPrint);
    await page.goto(site.url.href);
    await page.locator('[part=launcher]').click();
    await page.locator('[part=input]').waitFor();
    return { page, problems };
  }

  it('prints the whole conversation and nothing else, under a strict Content Security Policy', async () => {
    const { page, problems } = await open();
    const messages = Array.from({ length: TURNS }, (_, index) => [
      { role: 'user', content: `Question ${index}` },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: ANSWER },
          { type: 'source', ...SOURCE },
        ],
      },
    ]).flat();
    await page.evaluate((given) => {
      const chat = document.querySelector('cf-ai-chat')!;
      chat.messages = given as unknown as typeof chat.messages;
    }, messages);
    await page.getByText(`Question ${TURNS - 1}`).waitFor();
    await page.locator('[part=menu-button]').click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    const printed = await page.waitForFunction(() => window.printed);
    const { html, css } = (await printed.jsonValue()) ?? { html: '', css: '' };
    // The frame is removed when printing has ended.
    await page.waitForFunction(
      () => !document.querySelector('cf-ai-chat')!.shadowRoot!.querySelector('iframe'),
    );
    assert.deepEqual(problems, []);

    const paper = await page.context().browser()!.newPage();
    await paper.setContent(`<!doctype html>${html}`);
    await paper.addStyleTag({ content: css });
    const text = await paper.locator('body').innerText();
    assert.ok(text.startsWith('Boot help'));
    assert.ok(!text.includes('Of the page.'));
    for (const words of ['You said:', 'Question 0', `Question ${TURNS - 1}`, 'Answer:', 'Sources'])
      assert.ok(text.includes(words), words);
    assert.ok(text.includes('the rules (https://example.com/rules)'));
    assert.ok(text.includes(`Returns (${started.site.url.origin}/docs/returns)`));
    assert.equal(await paper.locator('h2').count(), TURNS * 2);
    assert.equal(await paper.locator('button, input, form, script').count(), 0);
    // Code wider than the text of a sheet would be cut off: A4 is 210 mm wide, the margins are 16 mm each, and 178 mm are 672 px.
    await paper.setViewportSize({ width: 672, height: 900 });
    assert.equal(
      await paper.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
      true,
    );
    const sheets = (await paper.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
    assert.ok(sheets !== undefined && sheets > 3, `${sheets} sheets`);
    await paper.close();
    await page.context().close();
  });
});
