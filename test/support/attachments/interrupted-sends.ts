import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundle, forBrowsers } from '../bundle.ts';
import { startCuttableProxy, type CuttableProxy } from '../cuttable-proxy.ts';
import { startFakeModelServer, type FakeModelServer, type ModelTurn } from '../fake-model-server.ts';
import { Gate } from '../gate.ts';
import { startPageServer, type PageServer } from '../page-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../plain-workerd.ts';
import { until } from '../until.ts';
import type { SendingPage } from './sending-page.ts';

/** What happens while the file of a question is being uploaded. */
export const INTERRUPTIONS = [
  'cut',
  'reload',
  'Back',
  'offline',
  'its tab is closed, another one is open',
  'waits behind an answer, reload',
  'New chat and Undo',
] as const;

/** One of {@link INTERRUPTIONS}. */
export type Interruption = (typeof INTERRUPTIONS)[number];

/** The result of one question. */
export interface Sent {
  readonly interruption: Interruption;
  readonly tenth: number;
  /** Faults; empty when the file arrived once, with its question, and was charged once. */
  readonly faults: readonly string[];
}

/** The size of a file in bytes. */
const SIZE = 900_000;
/** The size in bytes of the headers of a request and of its preflight. */
const HEAD_BYTES = 2_000;

type Visit = Readonly<{ context: BrowserContext; proxy: CuttableProxy; url: string; question: string }>;

/**
 * Pages that send a file to the Worker in workerd over a network that breaks, and a model that records what it
 * receives.
 */
export class InterruptedSends {
  readonly #browser: Browser;
  readonly #model: FakeModelServer;
  readonly #worker: PlainWorkerd;
  readonly #pages: PageServer;
  /** Closed while an answer should stream. */
  #gate = new Gate();
  #count = 0;

  private constructor(browser: Browser, model: FakeModelServer, worker: PlainWorkerd, pages: PageServer) {
    this.#browser = browser;
    this.#model = model;
    this.#worker = worker;
    this.#pages = pages;
    model.reply((turn) => this.#answer(turn));
  }

  static async start(browser: Browser): Promise<InterruptedSends> {
    const script = await bundle({ build: forBrowsers(join(import.meta.dirname, 'sending-page.ts')) });
    const pages = await startPageServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
    });
    const model = await startFakeModelServer();
    const worker = await startPlainWorkerd({
      vars: {
        LOCAL: '1',
        SESSION_SECRET: 'a secret of the tests, long enough',
        MODEL: 'blind',
        MODEL_BASE_URL: model.baseUrl,
        VISION_MODEL: 'seeing',
        ATTACHMENTS: 'images',
        ALLOWED_ORIGINS: pages.url.origin,
        QUOTA_LIMIT: '1000000',
        SITE_DAILY_LIMIT: '1000000',
      },
    });
    return new InterruptedSends(browser, model, worker, pages);
  }

  /** Sends a file, interrupts the upload after this many tenths of its bytes, and checks the result. */
  async run(interruption: Interruption, tenth: number): Promise<Sent> {
    const question = `Q${(this.#count += 1)}`;
    const proxy = await startCuttableProxy(() => Number(this.#worker.url.port));
    const context = await this.#browser.newContext();
    const isShared = interruption.startsWith('its tab');
    const url = new URL(`/a?port=${proxy.port}&persist=${isShared ? 'local' : 'session'}`, this.#pages.url)
      .href;
    const earlier = new Set((await this.#worker.turns()).map(({ id }) => id));
    try {
      const visit = { context, proxy, url, question };
      const { page, hash } = await this.#interrupt(interruption, tenth, visit);
      const faults = await this.#judge(page, question, hash);
      const rows = await until(
        async () => (await this.#worker.turns()).filter(({ id }) => !earlier.has(id)),
        (all) => all.every(({ state }) => state !== 'reserved'),
      );
      const charged = rows.filter(({ state }) => state === 'charged').length;
      const due = interruption.startsWith('waits') ? 2 : 1;
      if (charged !== due) faults.push(`charged ${charged} times, not ${due}`);
      return { interruption, tenth, faults };
    } catch (error) {
      return { interruption, tenth, faults: [String(error)] };
    } finally {
      await context.close();
      await proxy.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#worker, this.#pages, this.#model].map((server) => server.close()));
  }

  async #interrupt(
    interruption: Interruption,
    tenth: number,
    { context, proxy, url, question }: Visit,
  ): Promise<{ readonly page: Page; readonly hash: string }> {
    const page = await open(context, url);
    const other = interruption.startsWith('its tab') ? await open(context, url) : page;
    if (interruption.startsWith('waits')) {
      this.#gate = new Gate();
      await page.evaluate((text) => sendingPage().send(text), `${question} first`);
      await until(
        () => page.evaluate(() => sendingPage().status),
        (status) => status === 'streaming',
      );
      const hash = await page.evaluate((size) => sendingPage().attach(size), SIZE);
      await page.evaluate((text) => sendingPage().send(text), question);
      await page.reload();
      this.#gate.open();
      return { page, hash };
    }
    this.#gate.open();
    const hash = await page.evaluate((size) => sendingPage().attach(size), SIZE);
    const held = proxy.holdUpload(HEAD_BYTES + (SIZE * 4 * tenth) / 30);
    await page.evaluate((text) => sendingPage().send(text), question);
    await held;
    switch (interruption) {
      case 'cut':
        proxy.cut();
        break;
      case 'reload':
        await page.reload();
        proxy.release();
        break;
      case 'Back':
        await page.goto(url.replace('/a?', '/b?'));
        proxy.release();
        await page.goBack();
        break;
      case 'offline':
        await context.setOffline(true);
        proxy.cut();
        await page.waitForFunction(() => sendingPage().isInterrupted);
        await context.setOffline(false);
        break;
      case 'New chat and Undo':
        await page.evaluate(() => sendingPage().leaveAndUndo());
        proxy.release();
        break;
      default:
        await page.close();
        proxy.release();
    }
    return { page: page.isClosed() ? other : page, hash };
  }

  async #answer(turn: ModelTurn): Promise<void> {
    const text = textAsked(turn);
    await turn.say(`Answer to `);
    if (text.endsWith(' first')) await this.#gate.opened;
    await turn.say(text);
    await turn.finish();
  }

  /** Waits until the page shows the whole answer. */
  async #judge(page: Page, question: string, hash: string): Promise<string[]> {
    const faults: string[] = [];
    const isAnswered = (transcript: readonly string[]): boolean =>
      transcript.some((line) => line.startsWith(`assistant complete Answer to ${question} 0`));
    const transcript = await until(() => page.evaluate(() => sendingPage().transcript), isAnswered);
    const asked = this.#model.turns.filter((turn) => textAsked(turn) === question);
    if (asked.length !== 1) faults.push(`the model was asked ${asked.length} times`);
    const seen = asked.flatMap(filesAsked);
    if (seen.join() !== hash)
      faults.push(`the model saw ${seen.length} files, ${seen.join()} and not ${hash}`);
    if (transcript.filter((line) => line.startsWith(`user complete ${question} 1`)).length !== 1)
      faults.push(`the transcript is ${transcript.join(', ')}`);
    const draft = await page.evaluate(() => sendingPage().draft);
    if (draft.join() !== ',0') faults.push(`the draft is ${draft.join()}`);
    return faults;
  }
}

/** Runs in the page. */
declare function sendingPage(): SendingPage;

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript('globalThis.sendingPage = () => sending');
  await page.goto(url);
  await page.waitForFunction(() => 'sending' in globalThis);
  return page;
}

/** The parts of the newest question that a model received. */
function partsOf({
  call,
}: ModelTurn): readonly { readonly text?: string; readonly image_url?: { readonly url: string } }[] {
  const content: unknown = call.body.messages.at(-1)?.content;
  return typeof content === 'string' ? [{ text: content }] : (content as ReturnType<typeof partsOf>);
}

function textAsked(turn: ModelTurn): string {
  return partsOf(turn)
    .map(({ text = '' }) => text)
    .join('');
}

/** The SHA-256 of each file. */
function filesAsked(turn: ModelTurn): readonly string[] {
  return partsOf(turn).flatMap(({ image_url }) =>
    image_url
      ? [
          createHash('sha256')
            .update(Buffer.from(image_url.url.replace(/^.*,/, ''), 'base64'))
            .digest('hex'),
        ]
      : [],
  );
}
