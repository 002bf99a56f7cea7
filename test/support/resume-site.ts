import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from 'playwright-core';
import { DIST } from '../../widget/build/project.ts';
import { ChatPage } from './chat-page.ts';
import { startCuttableProxy, type CuttableProxy } from './cuttable-proxy.ts';
import { startFakeModelServer, type FakeModelServer } from './fake-model-server.ts';
import { startPageServer, type PageServer } from './page-server.ts';
import { startPlainWorkerd, type PlainWorkerd, type PlainWorkerdOptions } from './plain-workerd.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };
const WORDS = [
  'one ',
  'zwei ',
  'três ',
  '四 ',
  '**five** ',
  'six\n\n',
  '`seven` ',
  '👩‍👩‍👧 ',
  '- eight\n',
  '[9](#a) ',
];

/** A site of two pages with the chat, its Worker in workerd, and a model that answers every question with another text. */
export class ResumeSite {
  readonly model: FakeModelServer;
  readonly pages: PageServer;
  worker: PlainWorkerd;
  readonly #options: Required<Pick<PlainWorkerdOptions, 'vars' | 'state'>>;

  private constructor(
    parts: Pick<ResumeSite, 'model' | 'pages' | 'worker'>,
    options: Required<Pick<PlainWorkerdOptions, 'vars' | 'state'>>,
  ) {
    this.model = parts.model;
    this.pages = parts.pages;
    this.worker = parts.worker;
    this.#options = options;
  }

  static async start(vars: Readonly<Record<string, string>> = {}): Promise<ResumeSite> {
    const model = await startFakeModelServer();
    const pages = await startPageServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const isPage = pathname === '/a' || pathname === '/b';
      const content = isPage
        ? Promise.resolve(pageFor(searchParams.get('port') ?? '', searchParams.get('persist') ?? 'session'))
        : readFile(join(DIST, 'site', pathname));
      void content.then(
        (body) =>
          response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'text/html' }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    const all = {
      LOCAL: '1',
      MODEL_BASE_URL: model.baseUrl,
      ALLOWED_ORIGINS: pages.url.origin,
      QUOTA_LIMIT: '100000',
      // The books of a visitor have a name that is made with it.
      SESSION_SECRET: 'a secret of the tests, long enough',
      ...vars,
    };
    const options = { vars: all, state: await mkdtemp(join(tmpdir(), 'cf-ai-chat-')) };
    return new ResumeSite({ model, pages, worker: await startPlainWorkerd(options) }, options);
  }

  /** Opens the site for a new visitor, with a separate connection. */
  async visit(browser: Browser, persist: 'session' | 'local' = 'session'): Promise<Visit> {
    const proxy = await startCuttableProxy(() => Number(this.worker.url.port));
    const url = new URL(`/a?port=${proxy.port}&persist=${persist}`, this.pages.url);
    const chat = await ChatPage.open(browser, url);
    await chat.inline.getByRole('textbox').waitFor();
    return new Visit(chat, proxy);
  }

  /**
   * Kills the Worker in the middle of whatever it does, and starts another one with the same books. To the leases in them
   * it is as if it had started so many milliseconds later.
   */
  async restartWorker(laterMs = 0): Promise<void> {
    await this.worker.close();
    const folder = join(this.#options.state, 'quota');
    const files = (await readdir(folder)).filter((name) => /^[\da-f]+\.sqlite$/.test(name));
    for (const name of files) {
      const database = new DatabaseSync(join(folder, name));
      database.prepare('UPDATE turn SET lease_until = lease_until - ?').run(laterMs);
      database.close();
    }
    this.worker = await startPlainWorkerd(this.#options);
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.pages.close();
    await this.model.close();
    await rm(this.#options.state, { recursive: true });
  }
}

/** What the chat of a page shows of its last turn. */
export interface LastTurn {
  readonly status: string;
  /** Of the turn that answered, as the Worker told it. */
  readonly queryId?: string;
  /** Text and status of the messages after the question. */
  readonly answers: readonly { readonly text: string; readonly status: string }[];
}

/** One visitor. */
export class Visit {
  readonly chat: ChatPage;
  readonly proxy: CuttableProxy;

  constructor(chat: ChatPage, proxy: CuttableProxy) {
    this.chat = chat;
    this.proxy = proxy;
  }

  /** How many questions the browser has sent: again where a connection broke before a byte of the answer. */
  get questions(): number {
    return this.proxy.requests.filter((line) => line.startsWith('POST /api/chat ')).length;
  }

  async ask(question: string): Promise<void> {
    await this.chat.ask(question, this.chat.inline);
  }

  async reload(): Promise<void> {
    await this.chat.page.reload({ waitUntil: 'commit' });
  }

  /** Goes to the other page by a link. */
  async navigate(): Promise<void> {
    const url = new URL(this.chat.page.url());
    url.pathname = url.pathname === '/a' ? '/b' : '/a';
    await this.chat.page.goto(url.href, { waitUntil: 'commit' });
  }

  /** The page sleeps, its connection breaks meanwhile, and it wakes up. */
  async sleep(milliseconds: number): Promise<void> {
    const session = await this.chat.context.newCDPSession(this.chat.page);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    this.proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await session.detach();
  }

  /** Waits until no answer is awaited any more, and tells what is there of that question. */
  async lastTurn(question: string): Promise<LastTurn> {
    const handle = await this.chat.page
      .waitForFunction((asked) => {
        const host = document.querySelector('cf-ai-chat') as unknown as {
          readonly status: string;
          readonly messages?: readonly {
            readonly role: string;
            readonly status: string;
            readonly queryId?: string;
            readonly parts: readonly { readonly text?: string }[];
          }[];
        };
        const { status, messages = [] } = host;
        if (status === 'submitted' || status === 'streaming') return undefined;
        const textOf = (parts: readonly { readonly text?: string }[]): string =>
          parts.map(({ text = '' }) => text).join('');
        const index = messages.findIndex(({ parts }) => textOf(parts) === asked);
        // Between two answers the next question waits.
        if (index === -1 || messages[index]?.status === 'waiting') return undefined;
        const answers = messages.slice(index + 1).map((message) => ({
          text: textOf(message.parts),
          status: message.status,
        }));
        const queryId = messages[index + 1]?.queryId;
        return { status, answers, ...(queryId !== undefined && { queryId }) };
      }, question)
      .catch(async (error: unknown) => {
        const what = await this.chat.page.evaluate(() => JSON.stringify({ ...sessionStorage }).slice(-900));
        const status = await this.chat.inline.evaluate(
          (host) => (host as unknown as { status: string }).status,
        );
        throw new Error(`${question}: ${status} ${what} ${this.chat.problems.slice(-5).join('; ')}`, {
          cause: error,
        });
      });
    return handle.jsonValue() as Promise<LastTurn>;
  }

  async close(): Promise<void> {
    await this.chat.close();
    await this.proxy.close();
  }
}

/** A text of so many pieces, different for every question. */
export function piecesOf(question: string, count: number): readonly string[] {
  const words = Array.from({ length: count }, () => WORDS[Math.floor(Math.random() * WORDS.length)] ?? '');
  return [`${question}: `, ...words, '.'];
}

function pageFor(port: string, persist: string): string {
  return `<!doctype html><html lang="en"><title>A page</title><body style="height:100vh">
<cf-ai-chat mode="inline" persist="${persist}" endpoint="http://127.0.0.1:${port}/api/chat"></cf-ai-chat>
<script src="/cf-ai-chat.js" data-mount="none"></script>`;
}
