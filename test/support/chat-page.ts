import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** A visitor without reduced motion, as most are: for tests of positions, focus and order. */
export const WITH_MOTION = { reducedMotion: 'no-preference' } satisfies BrowserContextOptions;

/** A page with chats, as a visitor's browser sees it. Records every problem. */
export class ChatPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings, uncaught errors, failed requests and policy violations, in order. */
  readonly problems: string[] = [];
  /** Every URL that was requested. */
  readonly requests: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // Chromium reports `net::ERR_ABORTED` for some streams although the page has read them completely.
      if (reason !== 'net::ERR_ABORTED') this.problems.push(`${request.url()}: ${reason}`);
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /**
   * Opens a URL in a browser context of its own, without cookies or storage. The visitor prefers reduced
   * motion unless the options say otherwise, since animations take a quarter of a page's CPU time.
   */
  static async open(
    browser: Browser,
    url: string | URL,
    options: BrowserContextOptions = {},
  ): Promise<ChatPage> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const chat = new ChatPage(context, await context.newPage());
    await chat.page.goto(String(url));
    return chat;
  }

  /** Opens the same page in another tab of the browser. */
  async openTab(): Promise<ChatPage> {
    const chat = new ChatPage(this.context, await this.context.newPage());
    await chat.page.goto(this.page.url());
    return chat;
  }

  /** The floating chat; `inline` is the inline chat. */
  get floating(): Locator {
    return this.page.locator('cf-ai-chat:not([mode])');
  }

  get inline(): Locator {
    return this.page.locator('cf-ai-chat[mode=inline]');
  }

  /** Opens the floating chat by its launcher. */
  async openChat(): Promise<void> {
    await this.floating.getByRole('button', { name: 'Open chat' }).click();
    await this.floating.locator('[part=input]').waitFor();
  }

  /** Types a question into a chat and sends it with Enter. */
  async ask(text: string, chat = this.floating): Promise<void> {
    const box = chat.getByRole('textbox');
    await box.fill(text);
    await box.press('Enter');
  }

  /** Waits until a chat has this status. Throws when the chat reports an error instead. */
  async reaches(status: string, chat = this.floating): Promise<void> {
    await chat.evaluate(
      (element, wanted) =>
        new Promise<void>((resolve, reject) => {
          const host = element as HTMLElement & { readonly status: string; readonly error: Error | null };
          const check = (): void => {
            if (host.status === wanted) resolve();
            else if (host.status === 'error') reject(host.error ?? new Error('no error is set'));
          };
          host.addEventListener('cf-ai-chat-status-change', check);
          check();
        }),
      status,
    );
  }

  /** The body of a chat's last answer. */
  reply(chat = this.floating): Locator {
    return chat.locator('.message.assistant [part~=message__body]').last();
  }

  /** Opens the sources under a chat's last answer; its links to them. */
  async openSources(chat = this.floating): Promise<Locator> {
    await chat.locator('[part=sources-toggle]').last().click();
    await chat.locator('[part=sources]').last().waitFor();
    return chat.locator('[part=sources] a');
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
