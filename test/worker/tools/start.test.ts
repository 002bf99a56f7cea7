import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { get, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { STAMP_FILE } from '../../../demo/build/build-all.ts';
import { ROOT, VERSION } from '../../../widget/build/project.ts';
import { runCommand, toolEnvironment } from '../../../widget/build/run-command.ts';
import { findFreePort, isPortTaken } from '../../../worker/tools/wrangler-dev.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { until } from '../../support/until.ts';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';

/** The Accept-Encoding header of Chromium. */
const CHROMIUM = 'gzip, deflate, br, zstd';

describe('what npm start serves', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let server: ChildProcess;
  let ended: Promise<unknown>;
  let port: number;
  let output = '';
  /** Hashes of the files of this release, as they were built before. */
  let released: string;
  const readRelease = (): Promise<string> =>
    readFile(join(ROOT, `dist/site/v/${VERSION}/integrity.json`), 'utf8');
  before(async () => {
    released = await readRelease();
    // Without this file, npm start builds again.
    if (IS_FULL_RUN) await rm(STAMP_FILE, { force: true });
    model = await startFakeModelServer();
    port = await findFreePort();
    const vars = [
      '--var',
      `MODEL_BASE_URL:${model.baseUrl}`,
      '--var',
      'HEARTBEAT_MS:50',
      '--var',
      'RESUME_SECONDS:0',
    ];
    server = spawn('node', ['worker/tools/start.ts', '--port', String(port), ...vars], {
      cwd: ROOT,
      env: toolEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    ended = once(server, 'exit');
    for await (const bytes of server.stdout!.iterator({ destroyOnReturn: false })) {
      output += String(bytes);
      if (output.includes(`Open http://localhost:${port}/`)) break;
    }
    assert.equal(server.exitCode, null, `npm start ended: ${output}`);
    server.stdout!.on('data', (bytes) => (output += String(bytes)));
  });
  after(async () => {
    server?.kill('SIGTERM');
    await ended;
    await model?.close();
    assert.equal(await isPortTaken(port), false);
  });

  async function ask(path: string, encoding: string) {
    const call = get({ host: 'localhost', port, path, headers: { 'Accept-Encoding': encoding } });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return { response, bytes: await buffer(response) };
  }

  it('has the same bytes as an earlier build of the same sources, which pages may have pinned', async () => {
    assert.equal(await readRelease(), released, 'dist/ is of other sources: npm run build');
  });

  for (const path of ['/cf-ai-chat.js', `/v/${VERSION}/cf-ai-chat.js`, `/v/${VERSION}/index.js`]) {
    it(`is compressed with brotli for Chromium: ${path}`, async () => {
      const { response, bytes } = await ask(path, CHROMIUM);
      assert.equal(response.statusCode, 200);
      assert.equal(response.headers['content-encoding'], 'br');
      const file = await readFile(join(ROOT, 'dist/site', path));
      assert.deepEqual(brotliDecompressSync(bytes), file);
    });
  }

  it('is compressed with gzip for clients without brotli, and not compressed for clients with neither', async () => {
    for (const refusal of ['gzip, deflate', 'gzip, br;q=0'])
      assert.equal((await ask('/cf-ai-chat.js', refusal)).response.headers['content-encoding'], 'gzip');
    assert.equal((await ask('/cf-ai-chat.js', 'identity')).response.headers['content-encoding'], undefined);
  });

  it('streams to a page of its own origin, and stops the model when the reader leaves', async () => {
    model.reply((turn) => turn.say('Hel'));
    const call = request({
      host: 'localhost',
      port,
      path: '/api/chat',
      method: 'POST',
      headers: { 'Accept-Encoding': CHROMIUM, Origin: `http://localhost:${port}` },
    }).end('{"query":"Hi"}');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    let stream = '';
    for await (const bytes of response.iterator({ destroyOnReturn: false })) {
      stream += String(bytes);
      if (stream.includes('Hel')) break;
    }
    const turn = await model.asked();
    call.destroy();
    assert.equal(await turn.closed, true);
  });

  it('is a 404 page for an unknown address, and an error for a program that requests one', async () => {
    const navigation = { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' };
    for (const [path, headers, type] of [
      ['/dcos/embed', navigation, /^text\/html/],
      ['/api/chatt', {}, /^application\/json/],
    ] as const) {
      const [response] = (await once(get({ host: 'localhost', port, path, headers }), 'response')) as [
        IncomingMessage,
      ];
      assert.equal(response.statusCode, 404);
      assert.match(String(response.headers['content-type']), type);
      await text(response);
    }
  });

  it('prints its address last; after that, only questions add lines', async () => {
    await ask('/', CHROMIUM);
    const call = request({ host: 'localhost', port, path: '/api/chat', method: 'POST' }).end('');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    await text(response);
    const printed = (): string => output.slice(output.indexOf('Open http'));
    await until(printed, (lines) => /POST .*\/api\/chat 400/.test(lines));
    assert.doesNotMatch(printed(), /GET|OPTIONS/);
  });

  it('prints which origins may not ask', async () => {
    const call = request({
      host: 'localhost',
      port,
      path: '/api/chat',
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
    }).end('{"query":"Hi"}');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 403);
    await text(response);
  });
});

describe('npm start with an origin that no page can have', { timeout: 120_000 }, () => {
  it('exits with the line to write', async () => {
    const port = await findFreePort();
    const args = ['--port', String(port), '--var', 'ALLOWED_ORIGINS:https://*.shop.example'];
    const { code, output } = await runCommand('node', ['worker/tools/start.ts', ...args], { cwd: ROOT });
    assert.equal(code, 1);
    assert.match(output, /^Cannot serve: .+Write "ALLOWED_ORIGINS": "https:\/\/www\.shop\.example"$/m);
    assert.equal(await isPortTaken(port), false);
  });
});
