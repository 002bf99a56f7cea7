import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installDebianPackages } from '../../support/debian-packages.ts';
import { answer, chat, startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { runCommand, type CommandResult } from '../../../widget/build/run-command.ts';
import { scriptTag } from '../../../demo/build/snippets/tags.ts';

const COMMAND = join(DIST, 'cli.js');

describe('the command "cf-ai-chat doctor"', () => {
  let site: LoopbackSite;

  before(async () => {
    site = await startLoopbackSite();
    site.route(
      '/api/chat',
      chat(answer('data: {"response":"Hello"}\n\ndata: [DONE]\n\n', { 'content-type': 'text/event-stream' })),
    );
    site.page('/good', scriptTag({ src: '/cf-ai-chat.js' }, {}));
  });

  after(() => site.close());

  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    return runCommand('node', [COMMAND, ...args], { env });
  }

  it('prints that nothing is wrong with a good page, and exits with 0', async () => {
    const { code, output } = await run(['doctor', new URL('/good', site.url).href]);
    assert.match(output, /api\/chat\nNothing is wrong with it\.\n$/);
    assert.equal(code, 0);
  });

  it('prints what the chat reads of the stream format that a page names', async () => {
    site.page('/format', scriptTag({ src: '/cf-ai-chat.js' }, { 'request-format': 'ag-ui' }));
    const { output } = await run(['doctor', new URL('/format', site.url).href]);
    assert.match(output, /Read besides text:\n {2}AG-UI: .*questions, page tools\nNothing is wrong/);
  });

  it('prints the problem and the remedy of a broken page, and exits with 1', async () => {
    const { code, output } = await run(['doctor', site.url.href]);
    assert.match(
      output,
      /✖ page-failed\n {2}Status 404 came from .+\n {2}Check the address of the page\.\n1 found\./,
    );
    assert.equal(code, 1);
  });

  it('prints its usage when the arguments are wrong', async () => {
    for (const args of [
      [],
      ['doctor'],
      ['doctor', '  '],
      ['doctor', 'https://a.test', '--fix'],
      ['heal', 'https://a.test'],
    ]) {
      const { code, output } = await run(args);
      assert.match(output, /^Usage: npx cf-ai-chat doctor URL/);
      assert.equal(code, 2);
    }
  });

  for (const [typed, code] of [
    ['https://<your-site>/', 'placeholder'],
    ['https://', 'address-broken'],
    ['http://127.0.0.1:80800', 'address-broken'],
    ['https://a b.test', 'address-broken'],
    ['htps://shop.test', 'address-broken'],
    ['“https://shop.test”', 'quotes'],
    ['https//127.0.0.1:1', 'page-failed'],
    ['127.0.0.1:1', 'page-failed'],
    ['ws://127.0.0.1:1/agents/chat', 'endpoint-unreachable'],
    ['file:///index.html', 'page-failed'],
    ['./no-such-page.html', 'page-failed'],
  ] as const) {
    it(`prints what is wrong with the address ${typed}`, async () => {
      const { code: exit, output } = await run(['doctor', typed]);
      assert.match(output, new RegExp(`✖ ${code}\\n`));
      assert.doesNotMatch(output, /\n\s+at /);
      assert.equal(exit, 1);
    });
  }

  it('prints its usage with --help, and its version with --version', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['doctor', '--help']]) {
      const { code, output } = await run(args);
      assert.match(output, /^Usage: npx cf-ai-chat doctor URL/);
      assert.equal(code, 0);
    }
    const { code, output } = await run(['--version']);
    assert.equal(output, `${VERSION}\n`);
    assert.equal(code, 0);
  });

  it("takes the path of a file, also when the file's name begins with your-", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'your-site-'));
    const file = join(folder, 'index.html');
    site.route(
      '/api/chat',
      chat(answer('data: {"response":"Hello"}\n\ndata: [DONE]\n\n', { 'content-type': 'text/event-stream' })),
    );
    try {
      writeFileSync(file, scriptTag({ src: new URL('/cf-ai-chat.js', site.url).href }, {}));
      for (const typed of [file, pathToFileURL(file).href]) {
        const { code, output } = await run(['doctor', typed]);
        assert.match(output, /Nothing is wrong with it\./);
        assert.equal(code, 0);
      }
      writeFileSync(
        file,
        scriptTag({ src: 'cf-ai-chat.js' }, { endpoint: 'https://chat.shop.test/api/chat' }),
      );
      assert.match((await run(['doctor', file, '--no-question'])).output, /✖ script-blocked\n/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('does not take a page whose path begins with your- for a placeholder', async () => {
    site.page('/your-site/', scriptTag({ src: '/cf-ai-chat.js' }, {}));
    const { output } = await run(['doctor', new URL('/your-site/', site.url).href]);
    assert.match(output, /Nothing is wrong with it\./);
  });

  it('takes an address without https://', async () => {
    const { code, output } = await run(['doctor', `${site.url.host}/good`]);
    assert.match(output, /Nothing is wrong with it\./);
    assert.equal(code, 0);
  });

  it('finds an http: script or endpoint on an https: page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const subject = ['-days', '1', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    if (spawnSync('openssl', ['version']).error) installDebianPackages(['openssl']);
    const made = spawnSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert]);
    assert.equal(made.status, 0, String(made.error ?? made.stderr));
    const secure = await startLoopbackSite({ key: readFileSync(key), cert: readFileSync(cert) });
    try {
      secure.page('/', scriptTag({ src: '/cf-ai-chat.js' }, { endpoint: 'http://chat.invalid/api/chat' }));
      const { output } = await run(['doctor', secure.url.href], { NODE_EXTRA_CA_CERTS: cert });
      assert.match(output, /✖ mixed-content\n.+http:\/\/chat\.invalid\/api\/chat; browsers refuse that\./);
    } finally {
      await secure.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is the bin of the package', () => {
    const { bin } = JSON.parse(readFileSync(join(DIST, '../package.json'), 'utf8')) as { bin: object };
    assert.deepEqual(bin, { 'cf-ai-chat': 'dist/cli.js' });
    assert.match(readFileSync(COMMAND, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  });
});
