import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { diagnose } from '../../../widget/cli/doctor.ts';
import { answer, chat, SHARED, startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';
import { startWorker, type WorkerHarness } from '../../support/worker-harness.ts';
import { EXAMPLE_SETTINGS, EXAMPLE_SOURCE } from '../../../demo/build/snippets/pages.ts';
import { scriptTag } from '../../../demo/build/snippets/tags.ts';
import { findFreePort } from '../../../worker/tools/wrangler-dev.ts';

const STREAM = { 'content-type': 'text/event-stream' };
const PIECE = 'data: {"type":"token","token":"Hello"}\n\n';
const DONE = 'data: {"type":"done"}\n\n';
const GOOD = chat(answer(PIECE.repeat(3) + DONE, STREAM));
const JSON_TYPE = { 'content-type': 'application/json' };
const SCRIPT_TYPE = { 'content-type': 'text/javascript' };

/** Responses of an endpoint with status 200, each under the finding that it must lead to. */
const ANSWERS: readonly (readonly [
  name: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  code: string,
])[] = [
  [
    'an error inside the stream',
    `${PIECE}data: {"type":"error","code":"model-failed","message":"no GPU"}\n\n`,
    STREAM,
    'answer-failed',
  ],
  ['an error in JSON', '{"error":{"message":"no such model"}}', JSON_TYPE, 'answer-failed'],
  ['only [DONE]', 'data: [DONE]\n\n', STREAM, 'answer-empty'],
  ['an end without a text', DONE, STREAM, 'answer-empty'],
  ['JSON with fields that nobody knows', '{"reply_text_v2":"Hello"}', JSON_TYPE, 'answer-unknown'],
  ['frames with fields that nobody knows', 'data: {"reply_text_v2":"Hello"}\n\n', STREAM, 'answer-unknown'],
  ['a stream without its end', `data: {"type":"start","queryId":"q"}\n\n${PIECE}`, STREAM, 'answer-cut'],
  ['a beginning and nothing else', 'data: {"type":"start"}\n\n', STREAM, 'answer-cut'],
];

describe('cf-ai-chat doctor', () => {
  let page: LoopbackSite;
  let host: LoopbackSite;

  beforeEach(async () => {
    [page, host] = await Promise.all([startLoopbackSite(), startLoopbackSite()]);
    host.route('/api/chat', GOOD);
  });

  afterEach(() => Promise.all([page.close(), host.close()]));

  /** Serves a page with this HTML and returns the codes of the doctor's findings. */
  async function codes(html: string, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
    page.page('/', html, headers);
    // The clock stands still: on a busy machine a whole answer could otherwise look like one that a proxy held
    // back.
    const { findings } = await diagnose(page.url, { now: () => 0 });
    return findings.map(({ code }) => code);
  }

  const tag = (settings: Readonly<Record<string, string>> = {}, path = '/cf-ai-chat.js'): string =>
    scriptTag({ src: new URL(path, host.url).href }, settings);

  it('finds nothing wrong with a good installation', async () => {
    page.page('/', tag(EXAMPLE_SETTINGS));
    const { examined, findings } = await diagnose(page.url);
    assert.deepEqual(findings, []);
    assert.deepEqual(examined, [`${host.url.href}cf-ai-chat.js`, `${host.url.href}api/chat`]);
  });

  it('finds `attachments` kinds that our Worker does not take, and does not check them with another backend', async () => {
    const settings = { attachments: 'images text' };
    host.route('/api/health', answer('{"ok":true,"version":"1.0.0","accepts":["text/plain"]}', JSON_TYPE));
    page.page('/', tag(settings));
    const { findings } = await diagnose(page.url, { now: () => 0 });
    assert.deepEqual(findings, [
      {
        code: 'setting-ignored',
        problem:
          'attachments="images text": the Worker takes no images: ATTACHMENTS names what the Worker takes, VISION_MODEL a model that reads pictures.',
        remedy: 'Set them in wrangler.jsonc, or take away what is not read; the chat offers text.',
      },
    ]);
    assert.deepEqual(await codes(tag({ attachments: 'text' })), []);
    assert.deepEqual(await codes(tag()), []);
    host.route('/api/health', answer('<h1>Hi</h1>', SHARED));
    assert.deepEqual(await codes(tag(settings)), []);
  });

  it('follows a redirect of the page', async () => {
    page.route('/', (_request, response) => void response.writeHead(302, { location: '/de/' }).end());
    page.page('/de/', scriptTag({ src: '../cf-ai-chat.js' }, { endpoint: 'chat' }));
    page.route('/de/chat', GOOD);
    assert.deepEqual((await diagnose(page.url)).findings, []);
  });

  it('finds a page that answers with an error', async () => {
    assert.deepEqual(
      (await diagnose(new URL('/nowhere', page.url))).findings.map(({ code }) => code),
      ['page-failed'],
    );
    const closed = new URL(`http://127.0.0.1:${await findFreePort()}/`);
    assert.deepEqual(
      (await diagnose(closed)).findings.map(({ code }) => code),
      ['page-failed'],
    );
  });

  it('finds a page without the script tag', async () => {
    assert.deepEqual(await codes('<p>cf-ai-chat.js</p>'), ['no-script']);
    assert.deepEqual(await codes(`<!-- ${tag()} -->`), ['script-inert']);
  });

  it('finds a script address that answers with an error, or with another script', async () => {
    const settings = { endpoint: new URL('/api/chat', host.url).href };
    assert.deepEqual(await codes(tag(settings, '/old/cf-ai-chat.js')), ['script-blocked']);
    host.route('/other/cf-ai-chat.js', answer('alert(1)', { 'content-type': 'text/javascript' }));
    assert.deepEqual(await codes(tag(settings, '/other/cf-ai-chat.js')), ['script-blocked']);
  });

  it('finds a chunk that is missing, or that lacks CORS', async () => {
    const path = chunkPath();
    host.route(path, answer('', {}, 404));
    assert.deepEqual(await codes(tag()), ['chunk-blocked']);
    host.route(path, answer('export {}', { 'content-type': 'text/javascript' }));
    assert.deepEqual(await codes(tag()), ['chunk-blocked']);
  });

  it('finds a script or a chunk with a wrong content type', async () => {
    host.route(chunkPath(), answer('export {}', { ...SHARED, 'content-type': 'text/plain' }));
    assert.deepEqual(await codes(tag()), ['wrong-content-type']);
    host.route('/cf-ai-chat.js', answer(scriptCode(), { ...SHARED, 'content-type': 'text/html' }));
    assert.deepEqual(await codes(tag()), ['wrong-content-type']);
  });

  it('finds two versions of the script on one page', async () => {
    const old = scriptCode().replaceAll(VERSION, '0.0.1');
    const type = { ...SHARED, 'content-type': 'text/javascript' };
    host.route('/old/cf-ai-chat.js', answer(old, type));
    host.route(`/old/${scriptChunk()}`, answer(readFileSync(join(DIST, scriptChunk()), 'utf8'), type));
    assert.deepEqual(await codes(`${tag()}${tag({}, '/old/cf-ai-chat.js')}`), ['two-versions']);
    assert.deepEqual(await codes(`${tag()}${tag()}`), []);
  });

  it("finds requests of the chat that the page's Content Security Policy blocks", async () => {
    const policy = (value: string): Record<string, string> => ({ 'content-security-policy': value });
    assert.deepEqual(await codes(tag(), policy("script-src 'self'")), ['csp-script-src']);
    assert.deepEqual(await codes(tag(), policy("default-src 'self'")), ['csp-script-src', 'csp-connect-src']);
    assert.deepEqual(await codes(tag(), policy(`default-src 'none'; script-src ${host.url.origin}`)), [
      'csp-connect-src',
    ]);
    assert.deepEqual(await codes(tag(), policy(`default-src ${host.url.origin}`)), []);
    const trusted = "require-trusted-types-for 'script'; trusted-types lit-html";
    assert.deepEqual(await codes(tag(), policy(trusted)), ['csp-trusted-types']);
    assert.deepEqual(await codes(tag(), policy(`${trusted} cf-ai-chat`)), []);
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-abc' 'strict-dynamic'">`;
    assert.deepEqual(await codes(meta + tag()), ['csp-script-src']);
    assert.deepEqual(await codes(meta + tag().replace(' defer', ' nonce="abc" defer')), []);
  });

  it("finds requests of the bot check that the page's Content Security Policy blocks", async () => {
    const checked = tag({ 'turnstile-sitekey': '1x' });
    const policy = (value: string): Record<string, string> => ({ 'content-security-policy': value });
    const script = `script-src ${host.url.origin}`;
    const turnstile = 'https://challenges.cloudflare.com';
    assert.deepEqual(await codes(checked, policy(script)), ['csp-turnstile']);
    assert.deepEqual(await codes(tag(), policy(script)), []);
    assert.deepEqual(await codes(checked, policy(`${script} ${turnstile}; frame-src 'none'`)), [
      'csp-turnstile',
    ]);
    assert.deepEqual(await codes(checked, policy(`${script} ${turnstile}; frame-src ${turnstile}`)), []);
    const dynamic = policy("script-src 'nonce-abc' 'strict-dynamic'");
    assert.deepEqual(await codes(checked.replace(' defer', ' nonce="abc" defer'), dynamic), []);
  });

  it('finds an endpoint that wants a bot check where the chat has no site key', async () => {
    const refusal = JSON.stringify({ type: 'error', code: 'challenge-required', message: '' });
    host.route('/api/chat', chat(answer(refusal, { 'content-type': 'application/json' }, 403)));
    assert.deepEqual(await codes(tag()), ['bot-check-missing']);
    assert.deepEqual(await codes(tag({ 'turnstile-sitekey': '1x' })), []);
    const element = '<cf-ai-chat turnstile-sitekey="1x"></cf-ai-chat>';
    assert.deepEqual(await codes(tag() + element), []);
  });

  it('finds a missing endpoint', async () => {
    host.route(
      '/assets/cf-ai-chat.js',
      answer(scriptCode(), { ...SHARED, 'content-type': 'text/javascript' }),
    );
    host.route(
      `/assets/${scriptChunk()}`,
      answer(readFileSync(join(DIST, scriptChunk()), 'utf8'), {
        ...SHARED,
        'content-type': 'text/javascript',
      }),
    );
    assert.deepEqual(await codes(tag({}, '/assets/cf-ai-chat.js')), ['endpoint-missing']);
  });

  it("reads settings from the query of the script's address", async () => {
    const endpoint = encodeURIComponent('/missing');
    assert.deepEqual(await codes(tag({}, `/cf-ai-chat.js?endpoint=${endpoint}`)), ['endpoint-failed']);
  });

  it('sends a question to the endpoint of every chat element', async () => {
    const element = `<cf-ai-chat mode="inline" endpoint="/missing"></cf-ai-chat><cf-ai-chat mode='inline'></cf-ai-chat>`;
    assert.deepEqual(await codes(tag() + element), ['endpoint-failed']);
  });

  it('sends a question to the endpoint of the floating chat that the script adds beside inline elements', async () => {
    page.route('/chat', GOOD);
    page.page('/', `${tag()}<cf-ai-chat mode="inline" endpoint="/chat"></cf-ai-chat>`);
    const asked = [`${host.url.href}cf-ai-chat.js`, `${page.url.href}chat`, `${host.url.href}api/chat`];
    assert.deepEqual((await diagnose(page.url)).examined, asked);
    page.page('/', `${tag({ mount: 'none' })}<cf-ai-chat mode="inline" endpoint="/chat"></cf-ai-chat>`);
    assert.deepEqual((await diagnose(page.url)).examined, asked.slice(0, 2));
    page.page('/', `${tag()}<cf-ai-chat endpoint="/chat"></cf-ai-chat>`);
    assert.deepEqual((await diagnose(page.url)).examined, asked.slice(0, 2));
  });

  it('finds an endpoint at which no server answers', async () => {
    const endpoint = `http://127.0.0.1:${await findFreePort()}/api/chat`;
    assert.deepEqual(await codes(tag({ endpoint })), ['endpoint-unreachable']);
  });

  it('finds an endpoint without CORS headers', async () => {
    host.route('/api/chat', chat(answer(PIECE, STREAM), {}));
    assert.deepEqual(await codes(tag()), ['origin-refused']);
    host.route('/api/chat', (request, response) =>
      (request.method === 'OPTIONS' ? answer('', SHARED, 204) : answer(PIECE, STREAM))(request, response),
    );
    assert.deepEqual(await codes(tag()), ['origin-refused']);
  });

  it('finds an endpoint that answers with an error status', async () => {
    for (const reply of [answer('{}', {}, 500), answer('', {}, 404), answer('', STREAM)]) {
      host.route('/api/chat', chat(reply));
      assert.deepEqual(await codes(tag()), ['endpoint-failed']);
    }
  });

  for (const [name, body, headers, code] of ANSWERS) {
    it(`finds ${name}`, async () => {
      host.route('/api/chat', chat(answer(body, headers)));
      assert.deepEqual(await codes(tag()), [code]);
    });
  }

  it("quotes the error that an answer's stream contains", async () => {
    host.route('/api/chat', chat(answer(ANSWERS[0]![1], STREAM)));
    page.page('/', tag());
    const [finding] = (await diagnose(page.url)).findings;
    assert.match(finding?.problem ?? '', /sent the error model-failed instead of an end: no GPU/);
  });

  it('finds a connection that breaks in the middle of an answer', async () => {
    host.route(
      '/api/chat',
      chat((_request, response) => {
        response.writeHead(200, STREAM).write(PIECE, () => response.destroy());
      }),
    );
    assert.deepEqual(await codes(tag()), ['answer-cut']);
  });

  it('finds an endpoint that sends nothing, or never ends, within the time limit', async () => {
    const silent = chat(() => undefined);
    const beating = chat((_request, response) => void response.writeHead(200, STREAM).write(': beat\n\n'));
    const endless = chat((_request, response) => void response.writeHead(200, STREAM).write(PIECE));
    for (const [route, code] of [
      [() => undefined, 'endpoint-silent'],
      [silent, 'endpoint-silent'],
      [beating, 'endpoint-silent'],
      [endless, 'answer-unfinished'],
    ] as const) {
      host.route('/api/chat', route);
      page.page('/', tag());
      const { findings } = await diagnose(page.url, { timeoutMs: 1_500 });
      assert.deepEqual(
        findings.map((finding) => finding.code),
        [code],
      );
      assert.match(findings[0]?.problem ?? '', /within 1\.5 seconds/);
    }
  });

  it('reports each of its steps while it works', async () => {
    const steps: string[] = [];
    page.page('/', tag());
    await diagnose(page.url, { handleStep: (step) => void steps.push(step) });
    assert.deepEqual(steps, [
      `Reading ${page.url.href} (15 seconds at most)`,
      'Reading the files of the chat (15 seconds at most)',
      `Asking ${host.url.href}api/chat (15 seconds at most)`,
    ]);
  });

  it('finds an integrity attribute that does not match, or that browsers cannot check', async () => {
    const source = new URL('/cf-ai-chat.js', host.url).href;
    const fitting = hashOf(scriptCode());
    const codesOf = (attributes: string): Promise<string[]> =>
      codes(`<script src="${source}" ${attributes}></script>`);
    assert.deepEqual(await codesOf(`integrity="${fitting}" crossorigin`), []);
    assert.deepEqual(await codesOf(`integrity="${hashOf('another')}" crossorigin`), ['integrity-mismatch']);
    assert.deepEqual(await codesOf(`integrity="${fitting}"`), ['crossorigin-missing']);
    page.route('/api/chat', GOOD);
    assert.deepEqual(await codes(`<script src="/cf-ai-chat.js" integrity="${fitting}"></script>`), []);
  });

  it('finds a tag with `crossorigin` whose script has no CORS headers', async () => {
    host.route('/cf-ai-chat.js', answer(scriptCode(), SCRIPT_TYPE));
    const source = `src="${host.url.href}cf-ai-chat.js"`;
    assert.deepEqual(await codes(`<script ${source} crossorigin></script>`), ['script-not-shared']);
    assert.deepEqual(await codes(`<script ${source}></script>`), []);
  });

  it('finds a panel file that differs from the one that was built with the script', async () => {
    const code = readFileSync(join(DIST, scriptChunk()), 'utf8');
    host.route(chunkPath(), answer(`${code}\nalert(1)`, { ...SHARED, ...SCRIPT_TYPE }));
    assert.deepEqual(await codes(tag()), ['integrity-mismatch']);
  });

  it('finds a Content Security Policy that allows the script but not the panel', async () => {
    const policy = `script-src ${host.url.href}cf-ai-chat.js`;
    page.page('/', tag(), { 'content-security-policy': policy });
    const { findings } = await diagnose(page.url);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['csp-script-src'],
    );
    assert.match(findings[0]?.problem ?? '', new RegExp(`does not allow .+${scriptChunk()}`));
    const nonce = { 'content-security-policy': "script-src 'nonce-abc'" };
    assert.deepEqual(await codes(tag().replace(' defer', ' nonce="abc" defer'), nonce), []);
  });

  it('finds settings in JSON with a syntax error', async () => {
    const child = (json: string): string =>
      `${tag()}<cf-ai-chat><script type="application/json">${json}</script></cf-ai-chat>`;
    assert.deepEqual(await codes(child('{"lang": "de",}')), ['settings-broken']);
    assert.deepEqual(await codes(child('{"lang": "de"}')), []);
  });

  it('finds an endpoint that answers with an HTML page', async () => {
    host.route('/api/chat', chat(answer('<!doctype html><p>Sign in', { 'content-type': 'text/html' })));
    assert.deepEqual(await codes(tag()), ['not-an-answer']);
  });

  it('sends its question in the request format that the chat is set to', async () => {
    const bodies: string[] = [];
    host.route(
      '/api/chat',
      chat(async (request, response) => {
        bodies.push(await text(request));
        await GOOD(request, response);
      }),
    );
    assert.deepEqual(await codes(tag({ 'request-format': 'query' })), []);
    assert.deepEqual(await codes(`${tag()}<cf-ai-chat request-format="prompt"></cf-ai-chat>`), []);
    assert.deepEqual(bodies, ['{"query":"Say hello."}', '{"prompt":"Say hello."}']);
  });

  it('reports what the chat reads of the stream format that the page names, and nothing where the page names none', async () => {
    page.page('/', tag({ 'request-format': 'a2a' }));
    assert.deepEqual((await diagnose(page.url)).read, ['A2A agent: errors, thinking, tools, sources, files']);
    page.page('/', tag());
    assert.deepEqual((await diagnose(page.url)).read, []);
  });

  it('sends no question with the option that forbids it', async () => {
    const methods: string[] = [];
    host.route('/api/chat', (request, response) => {
      methods.push(request.method ?? '');
      return GOOD(request, response);
    });
    page.page('/', tag());
    assert.deepEqual((await diagnose(page.url, { sendsQuestion: false })).findings, []);
    assert.deepEqual(methods, ['OPTIONS', 'GET']);
  });

  describe('behind a proxy', () => {
    let time = 0;
    let upstream: LoopbackSite;
    /** Resolves when the doctor reads its clock, which it does for every piece of the answer. */
    let handleLook: () => void = () => undefined;

    const now = (): number => {
      handleLook();
      return time;
    };

    const wait = (): Promise<void> =>
      new Promise((resolve) => {
        handleLook = resolve;
      });

    beforeEach(async () => {
      time = 0;
      upstream = await startLoopbackSite();
    });

    afterEach(() => upstream.close());

    it('finds a proxy that holds the stream back', async () => {
      upstream.route('/slow', (_request, response) => {
        time += 1200;
        answer(PIECE.repeat(3) + DONE, STREAM)(_request, response);
      });
      host.route(
        '/api/chat',
        chat(async (_request, response) => {
          // The proxy passes the answer on only when the answer is whole.
          const whole = await (await fetch(new URL('/slow', upstream.url))).text();
          response.writeHead(200, STREAM).end(whole);
        }),
      );
      page.page('/', tag());
      const { findings } = await diagnose(page.url, { now });
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['buffered'],
      );
      assert.match(findings[0]?.problem ?? '', /for 1200 ms, then everything within 0 ms/);
    });

    it('asks a second time, and reports nothing when only the first answer came all at once', async () => {
      let questions = 0;
      host.route(
        '/api/chat',
        chat((request, response) => {
          questions += 1;
          // A Worker that has just started sends nothing for 1.2 s, then the whole answer.
          if (questions === 1) time += 1200;
          return answer(PIECE.repeat(3) + DONE, STREAM)(request, response);
        }),
      );
      page.page('/', tag());
      assert.deepEqual((await diagnose(page.url, { now })).findings, []);
      assert.equal(questions, 2);
    });

    it('reports nothing about a proxy that passes the stream on', async () => {
      host.route(
        '/api/chat',
        chat(async (_request, response) => {
          response.writeHead(200, STREAM);
          for (let piece = 0; piece < 3; piece += 1) {
            const examined = wait();
            response.write(PIECE);
            await examined;
            time += 400;
          }
          response.end(DONE);
        }),
      );
      page.page('/', tag());
      assert.deepEqual((await diagnose(page.url, { now })).findings, []);
      assert.equal(time, 1200);
    });
  });

  describe('with the real Worker', () => {
    let worker: WorkerHarness;

    before(async () => {
      worker = await startWorker({ ALLOWED_ORIGINS: 'https://www.example.test' });
    });

    after(() => worker.close());

    for (const path of ['/', '/docs/'])
      it(`finds nothing wrong with the page ${path}`, async () => {
        const { examined, findings } = await diagnose(new URL(path, worker.url));
        assert.deepEqual(findings, []);
        assert.ok(examined.includes(new URL('/api/chat', worker.url).href));
      });

    it('finds that the Worker refuses the origin of the page', async () => {
      const html = scriptTag(
        { src: EXAMPLE_SOURCE.src.replace('https://YOUR-WORKER', worker.url.origin) },
        {},
      );
      assert.deepEqual(await codes(html), ['origin-refused']);
    });
  });
});

function hashOf(code: string): string {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

function scriptCode(): string {
  return readFileSync(join(DIST, 'cf-ai-chat.js'), 'utf8');
}

function scriptChunk(): string {
  const [path] = /chunks\/[\w-]*panel-[\w-]+\.js/.exec(scriptCode()) ?? [];
  assert.ok(path);
  return path;
}

function chunkPath(): string {
  return `/v/${VERSION}/${scriptChunk()}`;
}
