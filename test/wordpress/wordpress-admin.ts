import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { PLUGIN_SLUG } from '../../demo/build/wordpress/plugin-sources.ts';
import { keepToThisMachine } from './keep-to-this-machine.ts';

const SETTINGS = '/wp-admin/options-general.php?page=cf-ai-chat';
const OPTION = 'cf_ai_chat_settings';

/** A page of wp-admin takes seconds on a busy machine. */
const PATIENCE_MS = 90_000;

/** Somebody who is signed in, and uses the pages of wp-admin as people do. */
export class WordPressAdmin implements AsyncDisposable {
  /** Errors of our own code in the pages. */
  readonly problems: string[] = [];
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #site: URL;

  private constructor(context: BrowserContext, page: Page, site: URL) {
    this.#context = context;
    this.#page = page;
    this.#site = site;
    page.on('pageerror', (error) => {
      if (error.stack?.includes(PLUGIN_SLUG)) this.problems.push(error.message);
    });
    page.on('dialog', (dialog) => void dialog.accept());
  }

  /** Signs a user of the test site in. */
  static async signIn(browser: Browser, site: URL, user: 'admin' | 'contributor'): Promise<WordPressAdmin> {
    const context = await browser.newContext({ baseURL: site.origin });
    await keepToThisMachine(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto('/wp-login.php');
    await page.locator('#user_login').fill(user);
    await page.locator('#user_pass').fill(`${user}-password`);
    await Promise.all([page.waitForURL(/wp-admin/), page.locator('#wp-submit').click()]);
    return new WordPressAdmin(context, page, site);
  }

  /** Plugins, Add New, Upload Plugin, Activate. */
  async uploadPlugin(zip: string): Promise<void> {
    await this.#page.goto('/wp-admin/plugin-install.php?tab=upload');
    await this.#page.locator('input[name=pluginzip]').setInputFiles(zip);
    await this.#page.locator('#install-plugin-submit').click();
    await this.#page.getByRole('link', { name: 'Activate Plugin' }).click();
    await this.#page.getByText('Plugin activated.').waitFor();
  }

  /** Where the plugin's own link in the list of plugins leads. */
  async pluginSettingsLink(): Promise<string> {
    await this.#page.goto('/wp-admin/plugins.php');
    const link = this.#page.locator(`tr[data-slug="${PLUGIN_SLUG}"] .settings a`);
    return ((await link.getAttribute('href')) ?? '').replace(this.#site.origin, '');
  }

  /** Deactivates and deletes the plugin in the list. */
  async deletePlugin(): Promise<void> {
    await this.#page.goto('/wp-admin/plugins.php');
    const row = this.#page.locator(`tr[data-slug="${PLUGIN_SLUG}"]`);
    await row.locator('.deactivate a').click();
    await this.#page.getByText('Plugin deactivated.').waitFor();
    // Until its scripts have run, the link leads to a page of its own.
    await this.#page.waitForLoadState('load');
    await row.locator('.delete a').click();
    await this.#page.getByText('was successfully deleted').waitFor();
  }

  /** Fills these fields of the settings page and saves; the others keep what they have. */
  async saveSettings(values: Readonly<Record<string, string>>): Promise<void> {
    await this.submitSettings(values);
    await this.#page.getByText('Settings saved.').waitFor();
  }

  /** Fills fields and presses Save; returns the errors that the page shows then. */
  async submitSettings(values: Readonly<Record<string, string>>): Promise<string[]> {
    await this.#page.goto(SETTINGS);
    await this.#fill(values);
    await Promise.all([
      this.#page.waitForURL(/settings-updated=true/),
      this.#page.locator('#submit').click(),
    ]);
    return this.#page.locator('#wpbody-content .notice-error').allInnerTexts();
  }

  /** Presses "Test connection" for an address that is not saved; what it says, and the line to copy if there is one. */
  async testConnection(endpoint: string): Promise<string[]> {
    await this.#page.goto(SETTINGS);
    await this.#fill({ endpoint });
    await this.#page.getByRole('button', { name: 'Test connection' }).click();
    const result = this.#page.locator('.cf-ai-chat-result .notice');
    await result.waitFor();
    return result.locator('p, code').allInnerTexts();
  }

  /** Fills fields without saving; what the preview makes of it. */
  async preview(values: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    await this.#page.goto(SETTINGS);
    const chat = this.#page.locator('.cf-ai-chat-preview cf-ai-chat');
    await chat.locator('[part=input]').waitFor();
    await this.#fill(values);
    return {
      heading: await chat.locator('[part=heading]').innerText(),
      accent: (await chat.getAttribute('accent')) ?? '',
      chats: String(await this.#page.locator('cf-ai-chat').count()),
    };
  }

  async #fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = this.#field(name);
      await this.#reveal(field);
      const kind = await field.evaluate((element) => `${element.localName} ${element.getAttribute('type')}`);
      if (kind === 'input checkbox') await field.setChecked(value !== '');
      else if (kind.startsWith('select')) await field.selectOption(value);
      else await field.fill(value);
    }
  }

  /** Opens the tab in which a field is, and WordPress's colour picker around it. */
  async #reveal(field: Locator): Promise<void> {
    const tab = await field.evaluate((element) => element.closest('[role=tabpanel]')?.id);
    if (tab) await this.#page.locator(`[role=tab][aria-controls=${tab}]`).click();
    const picker = this.#page.locator('.wp-picker-container', { has: field }).locator('.wp-color-result');
    if (!(await field.isVisible())) await picker.click();
  }

  /** Opens the settings page, and returns the values of the fields with these names. */
  async readSettings(names: readonly string[]): Promise<Record<string, string>> {
    await this.#page.goto(SETTINGS);
    return this.showSettings(names);
  }

  /** The values of the fields with these names, on the settings page that is open already. */
  async showSettings(names: readonly string[]): Promise<Record<string, string>> {
    const entries = names.map(async (name) => [
      name,
      await this.#field(name).evaluate((element) => {
        const { type, checked, value } = element as HTMLInputElement;
        return type === 'checkbox' ? (checked ? value : '') : value.replaceAll('\r\n', '\n');
      }),
    ]);
    return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
  }

  /** Posts settings past the page, with the nonce that is given; returns the status. */
  async postSettings(values: Readonly<Record<string, string>>, nonce: string): Promise<number> {
    const fields = Object.entries(values).map(([name, value]) => [`${OPTION}[${name}]`, value]);
    const form = { option_page: 'cf_ai_chat', action: 'update', _wpnonce: nonce };
    const response = await this.#context.request.post('/wp-admin/options.php', {
      form: { ...form, ...(Object.fromEntries(fields) as Record<string, string>) },
    });
    return response.status();
  }

  async statusOf(path: string): Promise<number> {
    return (await this.#context.request.get(path)).status();
  }

  /** All the text of a page, seen by this user. */
  async textOf(path: string): Promise<string> {
    await this.#page.goto(path);
    return (await this.#page.locator('body').textContent()) ?? '';
  }

  /** Inserts the block into a new page by the inserter, gives it a heading, publishes; returns its address. */
  async publishBlock(title: string, heading: string): Promise<string> {
    const page = this.#page;
    await page.goto('/wp-admin/post-new.php?post_type=page');
    const canvas = await this.#findCanvas();
    await canvas.getByRole('textbox', { name: 'Add title' }).fill(title);
    // "Toggle block inserter" before WordPress 6.7.
    await page
      .getByRole('button', { name: /block inserter/i })
      .first()
      .click();
    await page.getByRole('searchbox', { name: 'Search' }).first().fill('AI Chat');
    await page.getByRole('option', { name: 'AI Chat' }).click();
    await canvas.getByText('The chat stands here when the page is viewed.').waitFor();
    // Closed at first in WordPress 6.5.
    const settings = page.getByRole('button', { name: 'Settings', exact: true });
    if ((await settings.getAttribute('aria-expanded')) === 'false') await settings.click();
    await page.getByRole('textbox', { name: 'Heading' }).fill(heading);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Editor publish' });
    await panel.getByRole('button', { name: 'Publish', exact: true }).click();
    const link = panel.getByRole('link', { name: 'View Page' }).first();
    return new URL((await link.getAttribute('href')) ?? '').pathname;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }

  /** Where the blocks are: a frame of its own, before WordPress 6.3 the page itself. */
  async #findCanvas(): Promise<Page | FrameLocator> {
    const frame = this.#page.locator('iframe[name=editor-canvas]');
    await frame.or(this.#page.locator('.editor-styles-wrapper')).first().waitFor();
    return (await frame.count()) > 0 ? frame.contentFrame() : this.#page;
  }

  #field(name: string): Locator {
    return this.#page.locator(`[name="${OPTION}[${name}]"]`);
  }
}
