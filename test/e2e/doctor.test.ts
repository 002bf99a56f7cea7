import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { DIST, VERSION } from '../../widget/build/project.ts';
import { launchChromium } from '../support/browser.ts';
import { rowsOfRun } from '../support/full-run.ts';
import { answer, chat, SHARED, startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { startWorker, type WorkerHarness } from '../support/worker-harness.ts';
import { scriptTag } from '../../demo/build/snippets/tags.ts';

const STREAM = { 'content-type': 'text/event-stream' };
const PIECE = 'data: {"type":"token","token":"Hello"}\n\n';
const DONE = 'data: [DONE]\n\n';

/** How long the model takes behind the proxy in the test: the doctor does not judge faster answers. */
const SLOW_MODEL_MS = 700;

describe("the doctor's report on the page, opened by ?cf-ai-chat-debug", () => {
  let browser: Browser;
  let tab: Page;
  let site: LoopbackSite;
  let host: LoopbackSite;

  before(async () => {
    browser = await launchChromium();
    tab = await browser.newPage();
  });

  after(() => browser?.close());

  beforeEach(async () => {
    [site, host] = await Promise.all([startLoopbackSite(), startLoopbackSite()]);
    host.route('/api/chat', chat(answer(PIECE.repeat(3) + DONE, STREAM)));
  });

  afterEach(async () => {
    tab.removeAllListeners('request');
    await tab.unrouteAll();
    await Promise.all([site.close(), host.close()]);
  });

  const tag = (settings: Readonly<Record<string, string>> = {}, path = '/cf-ai-chat.js'): string =>
    scriptTag({ src: new URL(path, host.url).href }, settings);

  /** Opens a page with the chat, and returns the codes of the findings that the doctor shows. */
  async function codes(html: string, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
    site.page('/', `<!doctype html><body>${html}`, headers);
    await tab.goto(new URL('/?cf-ai-chat-debug', site.url).href);
    return shownCodes(1);
  }

  /** Lets the doctor send its question, and returns the codes of the findings that this adds. */
  async function askedCodes(seen: number): Promise<string[]> {
    await tab.getByRole('button', { name: 'Send a test question' }).click();
    return (await shownCodes(seen + 1)).slice(seen);
  }

  async function shownCodes(count: number): Promise<string[]> {
    const findings = tab.locator('#cf-ai-chat-doctor [role=status] p');
    await findings.nth(count - 1).waitFor();
    return findings.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code') ?? 'ok'));
  }

  it('is not loaded without that parameter', async () => {
    const requests: string[] = [];
    tab.on('request', (request) => requests.push(request.url()));
    site.page('/', `<!doctype html><body>${tag()}`);
    await tab.goto(site.url.href);
    assert.deepEqual(requests, [site.url.href, `${host.url.href}cf-ai-chat.js`]);
  });

  it('shows that nothing is wrong, and sends no question by itself', async () => {
    const asked: string[] = [];
    host.route('/api/chat', (request, response) => {
      asked.push(request.method ?? '');
      return chat(answer(PIECE + DONE, STREAM))(request, response);
    });
    const hint = tab.getByText('The endpoint has not been asked');
    assert.deepEqual(await codes(tag()), ['ok']);
    assert.ok(await hint.isVisible());
    assert.deepEqual(asked, []);
    assert.deepEqual(await askedCodes(1), ['ok']);
    assert.equal(await hint.count(), 0);
    assert.deepEqual(asked, ['OPTIONS', 'POST']);
  });

  for (const [name, endpoint, shown] of [
    ['nothing is wrong', '/api/chat', ['ok']],
    ['its endpoint is missing', '', ['endpoint-missing']],
  ] as const) {
    it(`shows for an element defined by a module that ${name}`, async () => {
      const address = endpoint && new URL(endpoint, host.url).href;
      const module = new URL(`/v/${VERSION}/index.js`, host.url).href;
      const html = `<cf-ai-chat endpoint="${address}"></cf-ai-chat><script type="module" src="${module}"></script>`;
      assert.deepEqual(await codes(html), shown);
      if (endpoint) assert.deepEqual(await askedCodes(1), ['ok']);
    });
  }

  it("shows that the page's tools reach no backend in this request format", async () => {
    const script = `document.querySelector('cf-ai-chat').tools = [{ name: 'open_cart', execute() {} }];`;
    const page = (format: string): string =>
      `${tag()}<cf-ai-chat request-format="${format}"></cf-ai-chat><script>${script}</script>`;
    assert.deepEqual(await codes(page('prompt')), ['setting-ignored']);
    assert.deepEqual(await codes(page('ag-ui')), ['ok']);
  });

  it('shows that nothing opens the search of another index, and nothing for a search that is opened', async () => {
    const module = new URL(`/v/${VERSION}/index.js`, host.url).href;
    const codesOf = (settings: string) =>
      codes(
        `<cf-ai-chat search-endpoint="/pagefind.js" ${settings}></cf-ai-chat><script type="module" src="${module}"></script>`,
      );
    assert.deepEqual(await codesOf(''), ['search-unopened']);
    assert.deepEqual(await codesOf('hotkey="mod+k"'), ['ok']);
  });

  it('is not loaded by the module without that parameter', async () => {
    const requests: string[] = [];
    tab.on('request', (request) => requests.push(request.url()));
    const module = new URL(`/v/${VERSION}/index.js`, host.url).href;
    site.page('/', `<!doctype html><body><script type="module" src="${module}"></script>`);
    await tab.goto(site.url.href, { waitUntil: 'networkidle' });
    assert.deepEqual(
      requests.filter((url) => url.includes('doctor')),
      [],
    );
    assert.ok(requests.includes(module));
  });

  it('shows that the endpoint is missing', async () => {
    const code = readFileSync(join(DIST, 'cf-ai-chat.js'), 'utf8');
    host.route('/a/cf-ai-chat.js', answer(code, { ...SHARED, 'content-type': 'text/javascript' }));
    for (const path of ['doctor.js', panelPath(code)]) {
      const content = readFileSync(join(DIST, path), 'utf8');
      host.route(`/a/${path}`, answer(content, { ...SHARED, 'content-type': 'text/javascript' }));
    }
    assert.deepEqual(await codes(tag({}, '/a/cf-ai-chat.js')), ['endpoint-missing']);
  });

  it('shows a chunk that is missing, or has the wrong content type', async () => {
    const path = `/v/${VERSION}/${panelPath(readFileSync(join(DIST, 'cf-ai-chat.js'), 'utf8'))}`;
    host.route(path, answer('', SHARED, 404));
    assert.deepEqual(await codes(tag()), ['chunk-blocked']);
    host.route(path, answer('export {}', { ...SHARED, 'content-type': 'text/plain' }));
    assert.deepEqual(await codes(tag()), ['wrong-content-type']);
  });

  it('shows two versions of the script on one page', async () => {
    const old = readFileSync(join(DIST, 'cf-ai-chat.js'), 'utf8').replaceAll(VERSION, '0.0.1');
    host.route('/old/cf-ai-chat.js', answer(old, { ...SHARED, 'content-type': 'text/javascript' }));
    assert.deepEqual(await codes(`${tag()}${tag({}, '/old/cf-ai-chat.js')}`), ['two-versions']);
  });

  it("shows what the page's Content Security Policy blocks", async () => {
    const policy = `script-src ${host.url.origin}; connect-src 'self'`;
    assert.deepEqual(await codes(tag(), { 'content-security-policy': policy }), ['csp-connect-src']);
    assert.deepEqual(await askedCodes(1), ['csp-connect-src']);
  });

  it('shows an endpoint that refuses the origin of the page', async () => {
    host.route('/api/chat', chat(answer(PIECE, STREAM), {}));
    assert.deepEqual(await codes(tag()), ['ok']);
    assert.deepEqual(await askedCodes(1), ['origin-refused']);
  });

  it('shows that an https: page sends its questions by http:', async () => {
    const address = 'https://shop.example.test/?cf-ai-chat-debug';
    const html = `<!doctype html><body>${tag({ endpoint: 'http://chat.example.test/api/chat' })}`;
    // The script comes from this machine, which Chromium lets other pages request only with permission.
    await tab.context().grantPermissions(['local-network-access']);
    await tab.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await tab.goto(address);
    assert.deepEqual(await shownCodes(1), ['mixed-content']);
  });

  it('shows an endpoint at which no server answers', async () => {
    assert.deepEqual(await codes(tag({ endpoint: 'http://127.0.0.1:1/api/chat' })), ['ok']);
    assert.deepEqual(await askedCodes(1), ['endpoint-unreachable']);
  });

  it('asks an agent over its WebSocket, and shows one that is missing or that the policy blocks', async () => {
    const settings = { endpoint: 'ws://127.0.0.1:1/agents/chat' };
    await codes(tag(settings));
    assert.deepEqual(await askedCodes(1), ['endpoint-unreachable']);
    const policy = "connect-src 'self'";
    assert.deepEqual(await codes(tag(settings), { 'content-security-policy': policy }), ['csp-connect-src']);
    assert.deepEqual(await askedCodes(1), ['csp-connect-src']);
    await tab.routeWebSocket(/\/agents\/chat\/[\w-]+$/, (socket) =>
      socket.onMessage((message) => {
        const { id } = JSON.parse(String(message)) as { id: string };
        const body = '{"type":"text-delta","id":"a","delta":"Hello"}';
        socket.send(JSON.stringify({ type: 'cf_agent_use_chat_response', id, body, done: true }));
      }),
    );
    await codes(tag(settings));
    assert.deepEqual(await askedCodes(1), ['ok']);
  });

  it('shows an endpoint that answers with an HTML page', async () => {
    host.route('/api/chat', chat(answer('<!doctype html>', { 'content-type': 'text/html' })));
    await codes(tag());
    assert.deepEqual(await askedCodes(1), ['not-an-answer']);
  });

  const ANSWERS = [
    {
      name: 'answer-failed',
      body: `${PIECE}data: {"type":"error","code":"model-failed","message":"no GPU"}\n\n`,
    },
    { name: 'answer-empty', body: DONE },
    { name: 'answer-unknown', body: '{"reply_text_v2":"Hello"}' },
    { name: 'answer-cut', body: `data: {"type":"start","queryId":"q"}\n\n${PIECE}` },
  ];
  // The doctor of the command line judges answers by the same code: `test/widget/cli/doctor.test.ts` has all.
  for (const { name, body } of rowsOfRun(ANSWERS, ['answer-cut'])) {
    it(`shows ${name}`, async () => {
      host.route('/api/chat', chat(answer(body, STREAM)));
      await codes(tag());
      assert.deepEqual(await askedCodes(1), [name]);
    });
  }

  it('shows a connection that breaks in the middle of an answer', async () => {
    host.route(
      '/api/chat',
      chat(
        (_request, response) => void response.writeHead(200, STREAM).write(PIECE, () => response.destroy()),
      ),
    );
    await codes(tag());
    assert.deepEqual(await askedCodes(1), ['answer-cut']);
  });

  it('says what it waits for, and gives an endpoint 15 seconds', async () => {
    host.route(
      '/api/chat',
      chat(() => undefined),
    );
    await codes(tag());
    // The page's clock runs ten times as fast.
    await tab.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 10);
    });
    const clicked = performance.now();
    const asked = askedCodes(1);
    const progress = tab.locator('#cf-ai-chat-doctor [data-progress]');
    await progress.getByText('15 seconds at most').waitFor();
    assert.deepEqual(await asked, ['endpoint-silent']);
    const seconds = (performance.now() - clicked) / 1000;
    assert.ok(seconds > 1.4 && seconds < 15, `${seconds} seconds`);
    assert.equal(await progress.textContent(), '');
  });

  it('shows a panel file that differs from the built one', async () => {
    const path = panelPath(readFileSync(join(DIST, 'cf-ai-chat.js'), 'utf8'));
    const code = `${readFileSync(join(DIST, path), 'utf8')}\nwindow.isTampered = true`;
    host.route(`/v/${VERSION}/${path}`, answer(code, { ...SHARED, 'content-type': 'text/javascript' }));
    assert.deepEqual(await codes(tag()), ['integrity-mismatch']);
    assert.equal(await tab.evaluate(() => 'isTampered' in window), false);
  });

  it('shows a second tag whose integrity does not match', async () => {
    const source = new URL('/cf-ai-chat.js?2', host.url).href;
    const hash = `sha256-${'A'.repeat(43)}=`;
    const second = `<script src="${source}" integrity="${hash}" crossorigin></script>`;
    assert.deepEqual(await codes(tag() + second), ['integrity-mismatch']);
  });

  it('shows a policy that allows the script but not its panel', async () => {
    const [script, doctor] = ['cf-ai-chat.js', `v/${VERSION}/doctor.js`].map((path) => host.url.href + path);
    const policy = `script-src ${script} ${doctor}`;
    assert.deepEqual(await codes(tag(), { 'content-security-policy': policy }), ['csp-script-src']);
  });

  it('shows settings in JSON with a syntax error', async () => {
    const element = `<cf-ai-chat><script type="application/json">{"lang": "de",}</script></cf-ai-chat>`;
    assert.deepEqual(await codes(tag() + element), ['settings-broken']);
  });

  for (const [name, html, code] of [
    ['that holds what follows it', '<cf-ai-chat /><main>Our shop</main>', 'tag-unclosed'],
    [
      'that its page hides',
      '<style>main { display: none }</style><main><cf-ai-chat></cf-ai-chat></main>',
      'chat-hidden',
    ],
    [
      'in a box without height',
      '<div style="height: 0; overflow: hidden"><cf-ai-chat mode="inline"></cf-ai-chat></div>',
      'chat-hidden',
    ],
    [
      'that stands outside of the window',
      '<style>cf-ai-chat { --cf-ai-chat-offset-block: 9000px }</style><cf-ai-chat></cf-ai-chat>',
      'chat-hidden',
    ],
    [
      'that can be scrolled to',
      '<p style="height: 9000px"></p><cf-ai-chat mode="inline"></cf-ai-chat>',
      'ok',
    ],
  ] as const)
    it(`shows a chat ${name}`, async () => {
      assert.deepEqual(await codes(tag({ mount: 'none' }) + html), [code]);
    });

  it('shows that the page has no chat', async () => {
    assert.deepEqual(await codes(tag({ mount: 'none' })), ['no-chat']);
    const added =
      "<script>addEventListener('load', () => document.body.append(document.createElement('cf-ai-chat')))</script>";
    assert.deepEqual(await codes(tag({ mount: 'none' }) + added), ['ok']);
  });

  it('shows attributes that the chat does not know', async () => {
    assert.deepEqual(await codes(tag({ color: 'green', accent: 'gren' })), [
      'setting-ignored',
      'setting-value',
    ]);
  });

  it('shows a proxy that holds the stream back', async () => {
    host.route(
      '/api/chat',
      chat(async (request, response) => {
        await wait(SLOW_MODEL_MS);
        await answer(PIECE.repeat(3) + DONE, STREAM)(request, response);
      }),
    );
    await codes(tag());
    assert.deepEqual(await askedCodes(1), ['buffered']);
  });

  describe('with the real Worker', () => {
    let worker: WorkerHarness;

    before(async () => {
      worker = await startWorker();
    });

    after(() => worker.close());

    it("shows that the Worker refuses the other site, and nothing on the Worker's own page", async () => {
      await codes(scriptTag({ src: new URL('/cf-ai-chat.js', worker.url).href }, {}));
      assert.deepEqual(await askedCodes(1), ['origin-refused']);
      await tab.goto(new URL('/?cf-ai-chat-debug', worker.url).href);
      assert.deepEqual(await shownCodes(1), ['ok']);
      assert.deepEqual(await askedCodes(1), ['ok']);
    });
  });
});

function panelPath(code: string): string {
  const [path] = /chunks\/[\w-]*panel-[\w-]+\.js/.exec(code) ?? [];
  assert.ok(path);
  return path;
}
