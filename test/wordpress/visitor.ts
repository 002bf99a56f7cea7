import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { CfAiChatElement } from '../../widget/index.ts';
import { keepToThisMachine } from './keep-to-this-machine.ts';

const CHAT = 'cf-ai-chat';

/** Somebody who reads the site, in a browser of their own. */
export class Visitor implements AsyncDisposable {
  /** Requests to anything but the site. */
  readonly foreignRequests: string[] = [];
  /** Errors of the page and of its console. */
  readonly problems: string[] = [];
  html = '';
  readonly #context: BrowserContext;
  readonly #page: Page;

  private constructor(context: BrowserContext, page: Page, site: URL) {
    this.#context = context;
    this.#page = page;
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== site.origin && request.method() !== 'OPTIONS') {
        this.foreignRequests.push(request.url());
      }
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text());
    });
  }

  /** Opens a page and waits until all of it has loaded. */
  static async visit(browser: Browser, url: URL): Promise<Visitor> {
    const context = await browser.newContext();
    await keepToThisMachine(context);
    const page = await context.newPage();
    const visitor = new Visitor(context, page, url);
    const response = await page.goto(url.href, { waitUntil: 'load' });
    visitor.html = (await response?.text()) ?? '';
    return visitor;
  }

  /** The chats in the page, as the page has them. */
  chats(): Promise<Record<'mode' | 'heading' | 'style' | 'text', string | null>[]> {
    return this.#page.locator(CHAT).evaluateAll((elements) =>
      elements.map((element) => ({
        mode: element.getAttribute('mode'),
        heading: element.getAttribute('heading'),
        style: element.getAttribute('style'),
        text: element.textContent,
      })),
    );
  }

  /** An attribute of the first chat inside of the page; null without it. */
  attribute(name: string): Promise<string | null> {
    return this.#page.locator(`${CHAT}[mode=inline]`).first().getAttribute(name);
  }

  /** Attributes of the chat's script. */
  scriptAttributes(): Promise<Record<string, string>> {
    return this.#page
      .locator('script[src*="widget/cf-ai-chat.js"]')
      .evaluate((script) =>
        Object.fromEntries([...script.attributes].map(({ name, value }) => [name, value])),
      );
  }

  /** Where each chat would send its messages. */
  endpoints(): Promise<string[]> {
    return this.#page
      .locator(CHAT)
      .evaluateAll((elements: CfAiChatElement[]) => elements.map(({ endpoint }) => endpoint));
  }

  /** Title of the first chat. */
  heading(): Promise<string> {
    return this.#page
      .locator(CHAT)
      .first()
      .evaluate(({ heading }: CfAiChatElement) => heading);
  }

  /** Asks as a visitor does, and waits for the whole answer. */
  async ask(question: string): Promise<string> {
    const chat = this.#page.locator(CHAT).first();
    if ((await chat.evaluate(({ mode }: CfAiChatElement) => mode)) === 'floating')
      await chat.locator('[part=launcher]').click();
    else await chat.scrollIntoViewIfNeeded();
    const ended = chat.evaluate(
      (element: CfAiChatElement) =>
        new Promise<void>((resolve, reject) => {
          element.addEventListener('cf-ai-chat-response-end', () => resolve(), { once: true });
          element.addEventListener('cf-ai-chat-error', () => reject(element.error), { once: true });
        }),
    );
    await chat.locator('[part=input]').fill(question);
    await chat.locator('[part=input]').press('Enter');
    await ended;
    return chat.locator('[part~=message--assistant]').innerText();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
