import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { DIST, VERSION } from '../../widget/build/project.ts';
import { diagnose } from '../../widget/cli/doctor.ts';
import { startDevServer, type DevServer } from '../support/dev-server.ts';
import { answer, chat, SHARED, startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts';
import { EXAMPLE_SETTINGS, EXAMPLE_SOURCE } from '../../demo/build/snippets/pages.ts';
import { scriptTag } from '../../demo/build/snippets/tags.ts';
import { findFreePort } from '../../worker/tools/wrangler-dev.ts';

const STREAM = { 'content-type': 'text/event-stream' };
const PIECE = 'data: {"type":"token","token":"Hello"}\n\n';
const GOOD = chat(answer(PIECE.repeat(3), STREAM));

describe('cf-ai-chat doctor', () => {
  let page: LoopbackSite;
  let host: LoopbackSite;

  beforeEach(async () => {
    [page, host] = await Promise.all([startLoopbackSite(), startLoopbackSite()]);
    host.route('/api/chat', GOOD);
  });

  afterEach(() => Promise.all([page.close(), host.close()]));

  /** Puts HTML on the page and returns the codes of what is found. */
  async function codes(html: string, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
    page.page('/', html, headers);
    const { findings } = await diagnose(page.url);
    return findings.map(({ code }) => code);
  }

  const tag = (settings: Readonly<Record<string, string>> = {}, path = '/cf-ai-chat.js'): string =>
    scriptTag({ src: new URL(path, host.url).href }, settings);

  it('has nothing to say about a good installation', async () => {
    page.page('/', tag(EXAMPLE_SETTINGS));
    const { looked, findings } = await diagnose(page.url);
    assert.deepEqual(findings, []);
    assert.deepEqual(looked, [`${host.url.href}cf-ai-chat.js`, `${host.url.href}api/chat`]);
  });

  it('follows a redirect to the page', async () => {
    page.route('/', (_request, response) => void response.writeHead(302, { location: '/de/' }).end());
    page.page('/de/', scriptTag({ src: '../cf-ai-chat.js' }, { endpoint: 'chat' }));
    page.route('/de/chat', GOOD);
    assert.deepEqual((await diagnose(page.url)).findings, []);
  });

  it('finds a page that fails', async () => {
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

  it('finds a page without the script', async () => {
    assert.deepEqual(await codes('<p>cf-ai-chat.js</p>'), ['no-script']);
    assert.deepEqual(await codes(`<!-- ${tag()} -->`), ['no-script']);
  });

  it('finds a script that is not there, or is another', async () => {
    const settings = { endpoint: new URL('/api/chat', host.url).href };
    assert.deepEqual(await codes(tag(settings, '/old/cf-ai-chat.js')), ['script-blocked']);
    host.route('/other/cf-ai-chat.js', answer('alert(1)', { 'content-type': 'text/javascript' }));
    assert.deepEqual(await codes(tag(settings, '/other/cf-ai-chat.js')), ['script-blocked']);
  });

  it('finds a chunk that is not there, or not for other sites', async () => {
    const path = chunkPath();
    host.route(path, answer('', {}, 404));
    assert.deepEqual(await codes(tag()), ['chunk-blocked']);
    host.route(path, answer('export {}', { 'content-type': 'text/javascript' }));
    assert.deepEqual(await codes(tag()), ['chunk-blocked']);
  });

  it('finds a script or a chunk of the wrong type', async () => {
    host.route(chunkPath(), answer('export {}', { ...SHARED, 'content-type': 'text/plain' }));
    assert.deepEqual(await codes(tag()), ['wrong-content-type']);
    host.route('/cf-ai-chat.js', answer(scriptCode(), { ...SHARED, 'content-type': 'text/html' }));
    assert.deepEqual(await codes(tag()), ['wrong-content-type']);
  });

  it('finds two versions', async () => {
    const old = scriptCode().replaceAll(VERSION, '0.0.1');
    const type = { ...SHARED, 'content-type': 'text/javascript' };
    host.route('/old/cf-ai-chat.js', answer(old, type));
    host.route(`/old/${scriptChunk()}`, answer('export {}', type));
    assert.deepEqual(await codes(`${tag()}${tag({}, '/old/cf-ai-chat.js')}`), ['two-versions']);
    assert.deepEqual(await codes(`${tag()}${tag()}`), []);
  });

  it('finds what a content security policy refuses', async () => {
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

  it('finds what a content security policy refuses of the bot check', async () => {
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

  it('finds an endpoint that wants a bot check of a chat without one', async () => {
    const refusal = JSON.stringify({ type: 'error', code: 'challenge-required', message: '' });
    host.route('/api/chat', chat(answer(refusal, { 'content-type': 'application/json' }, 403)));
    assert.deepEqual(await codes(tag()), ['bot-check-missing']);
    assert.deepEqual(await codes(tag({ 'turnstile-sitekey': '1x' })), []);
    const element = '<cf-ai-chat turnstile-sitekey="1x"></cf-ai-chat>';
    assert.deepEqual(await codes(tag() + element), []);
  });

  it('finds that the endpoint is missing', async () => {
    host.route(
      '/assets/cf-ai-chat.js',
      answer(scriptCode(), { ...SHARED, 'content-type': 'text/javascript' }),
    );
    host.route(
      `/assets/${scriptChunk()}`,
      answer('export {}', { ...SHARED, 'content-type': 'text/javascript' }),
    );
    assert.deepEqual(await codes(tag({}, '/assets/cf-ai-chat.js')), ['endpoint-missing']);
  });

  it('takes settings from the address of the script', async () => {
    const endpoint = encodeURIComponent('/missing');
    assert.deepEqual(await codes(tag({}, `/cf-ai-chat.js?endpoint=${endpoint}`)), ['endpoint-failed']);
  });

  it('asks the endpoint of every element', async () => {
    const element = `<cf-ai-chat mode="inline" endpoint="/missing"></cf-ai-chat><cf-ai-chat mode='inline'></cf-ai-chat>`;
    assert.deepEqual(await codes(tag() + element), ['endpoint-failed']);
  });

  it('finds an endpoint that nobody serves', async () => {
    const endpoint = `http://127.0.0.1:${await findFreePort()}/api/chat`;
    assert.deepEqual(await codes(tag({ endpoint })), ['endpoint-unreachable']);
  });

  it('finds an endpoint without CORS', async () => {
    host.route('/api/chat', chat(answer(PIECE, STREAM), {}));
    assert.deepEqual(await codes(tag()), ['origin-refused']);
    host.route('/api/chat', (request, response) =>
      (request.method === 'OPTIONS' ? answer('', SHARED, 204) : answer(PIECE, STREAM))(request, response),
    );
    assert.deepEqual(await codes(tag()), ['origin-refused']);
  });

  it('finds an endpoint that fails', async () => {
    for (const reply of [answer('{}', {}, 500), answer('', {}, 404), answer('', STREAM)]) {
      host.route('/api/chat', chat(reply));
      assert.deepEqual(await codes(tag()), ['endpoint-failed']);
    }
  });

  it('finds a page where an answer should be', async () => {
    host.route('/api/chat', chat(answer('<!doctype html><p>Sign in', { 'content-type': 'text/html' })));
    assert.deepEqual(await codes(tag()), ['not-an-answer']);
  });

  it('asks in the format that the chat is set to', async () => {
    const bodies: string[] = [];
    host.route(
      '/api/chat',
      chat(async (request, response) => {
        bodies.push(await text(request));
        await answer(PIECE, STREAM)(request, response);
      }),
    );
    assert.deepEqual(await codes(tag({ 'request-format': 'query' })), []);
    assert.deepEqual(await codes(`${tag()}<cf-ai-chat request-format="prompt"></cf-ai-chat>`), []);
    assert.deepEqual(bodies, ['{"query":"Say hello."}', '{"prompt":"Say hello."}']);
  });

  it('sends no question when it is told so', async () => {
    const methods: string[] = [];
    host.route('/api/chat', (request, response) => {
      methods.push(request.method ?? '');
      return GOOD(request, response);
    });
    page.page('/', tag());
    assert.deepEqual((await diagnose(page.url, { isAsked: false })).findings, []);
    assert.deepEqual(methods, ['OPTIONS']);
  });

  describe('before a proxy', () => {
    let time = 0;
    let upstream: LoopbackSite;
    /** Resolved when the doctor looks at its clock, which it does for every piece. */
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

    it('finds that it holds the stream back', async () => {
      upstream.route('/slow', (_request, response) => {
        time += 1200;
        answer(PIECE.repeat(3), STREAM)(_request, response);
      });
      host.route(
        '/api/chat',
        chat(async (_request, response) => {
          // The whole answer, before any of it goes on.
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

    it('is content when it lets the stream through', async () => {
      host.route(
        '/api/chat',
        chat(async (_request, response) => {
          response.writeHead(200, STREAM);
          for (let piece = 0; piece < 3; piece += 1) {
            const looked = wait();
            response.write(PIECE);
            await looked;
            time += 400;
          }
          response.end();
        }),
      );
      page.page('/', tag());
      assert.deepEqual((await diagnose(page.url, { now })).findings, []);
      assert.equal(time, 1200);
    });
  });

  describe('with the real Worker', () => {
    let worker: DevServer;

    before(async () => {
      worker = await startDevServer({ ALLOWED_ORIGINS: 'https://www.example.test' });
    });

    after(() => worker.close());

    it('is content on its own page', async () => {
      assert.deepEqual((await diagnose(worker.url)).findings, []);
    });

    it('finds that it refuses the site', async () => {
      const html = scriptTag(
        { src: EXAMPLE_SOURCE.src.replace('https://YOUR-WORKER', worker.url.origin) },
        {},
      );
      assert.deepEqual(await codes(html), ['origin-refused']);
    });
  });
});

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
