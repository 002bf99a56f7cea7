import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { after, before, describe, it, type TestContext } from 'node:test';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { startFakeCloudflare, type FakeAccount } from '../../support/fake-cloudflare.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { runCommand, type CommandResult } from '../../../widget/build/run-command.ts';

/** `npm run deploy` after the build. */
const DEPLOY_BUILD = 'worker/tools/deploy-build.ts';

/** `npm run deploy -- SITE --dry-run` with the present build; `build` of `npm test` has made it. */
const DEPLOY_LAST_BUILD = `
  import { buildAndDeploy } from './worker/tools/build-and-deploy.ts';
  const args = [...process.argv.slice(1), '--dry-run'];
  process.exitCode = await buildAndDeploy(args, {}, async () => console.log('It builds.'));
`;

const INTEGRITY = `/v/${VERSION}/integrity.json`;

describe('npm run deploy', { timeout: 240_000 }, () => {
  let server: PageServer;
  let isChanged = false;

  before(async () => {
    server = await startPageServer(async ({ url = '/' }, response) => {
      if (url === INTEGRITY && isChanged) response.end('{}');
      else if ([INTEGRITY, '/releases.json'].includes(url))
        response.end(await readFile(join(DIST, 'site', url)));
      else response.writeHead(404).end();
    });
  });
  after(() => server?.close());

  const deploy = (site = server.url.href): Promise<CommandResult> =>
    runCommand('node', ['--input-type=module', '--eval', DEPLOY_LAST_BUILD, site]);

  it('deploys over a site whose releases it has', async () => {
    const { code, output } = await deploy();
    assert.equal(code, 0, output);
    assert.match(output, /^It builds\.[^]*--dry-run: exiting now/);
  });

  it('starts no deployment that would change a file which pages have pinned', async () => {
    isChanged = true;
    const { code, output } = await deploy();
    assert.equal(code, 1);
    assert.match(
      output,
      new RegExp(`^Nothing was deployed: release ${VERSION} is live with other content`, 'm'),
    );
    assert.doesNotMatch(output, /--dry-run/);
  });

  it('checks the address before it builds', async () => {
    const { code, output } = await deploy('https://');
    assert.equal(code, 1);
    assert.equal(output, 'Nothing was deployed: Invalid URL\n');
  });
});

describe('the deployment of a build to an account', { timeout: 240_000 }, () => {
  /** Deploys to a fake Cloudflare API on this machine, without a terminal unless `isTerminal`. */
  async function deployTo(t: TestContext, account: FakeAccount, isTerminal = false) {
    const cloudflare = await startFakeCloudflare(account);
    t.after(() => cloudflare.close());
    const cache = await mkdtemp(join(tmpdir(), 'wrangler-'));
    t.after(() => rm(cache, { recursive: true, force: true }));
    const env = {
      CLOUDFLARE_API_BASE_URL: cloudflare.baseUrl,
      CLOUDFLARE_API_TOKEN: 'a token of this test',
      CLOUDFLARE_ACCOUNT_ID: '',
      WRANGLER_CACHE_DIR: cache,
      WRANGLER_LOG_PATH: cache,
      WRANGLER_SEND_METRICS: 'false',
      CI: '',
    };
    // The terminal's user presses Enter.
    const inTerminal = `printf '\\r' | script -qec 'node ${DEPLOY_BUILD}' /dev/null`;
    const result = isTerminal
      ? await runCommand('timeout', ['60', 'sh', '-c', inTerminal], { env })
      : await runCommand('node', [DEPLOY_BUILD], { env });
    return { ...result, calls: cloudflare.calls };
  }

  it('creates the database in a new account, and says what the Worker still needs', async (t) => {
    const { code, output, calls } = await deployTo(t, { hasDatabase: false, hasSecret: false });
    assert.equal(code, 0, output);
    assert.ok(calls.some((call) => /^POST .*\/d1\/database$/.test(call)));
    assert.match(
      output,
      /refuses to answer until it has its secret:\s+openssl rand -hex 32 \| npx wrangler secret put/,
    );
  });

  it('says which variable selects one of several accounts', async (t) => {
    const { code, output } = await deployTo(t, { accounts: ['One', 'Two'] });
    assert.equal(code, 1);
    assert.match(output, /set CLOUDFLARE_ACCOUNT_ID to one of the ids above/);
  });

  it('says what to do without a workers.dev subdomain', async (t) => {
    const { code, output } = await deployTo(t, { hasSubdomain: false });
    assert.equal(code, 1);
    assert.match(output, /no workers\.dev subdomain yet: .*"custom_domain": true/);
  });

  // Each of these two is another whole deployment.
  if (!IS_FULL_RUN) return;

  it('succeeds where everything is there, and prints no secret', async (t) => {
    const { code, output } = await deployTo(t, {});
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /secret put/);
  });

  const noTerminal =
    spawnSync('script', ['-qec', 'true', '/dev/null']).status !== 0 && 'needs the command script';
  it('asks in a terminal which of several accounts to use', { skip: noTerminal }, async (t) => {
    const { code, output } = await deployTo(t, { accounts: ['One', 'Two'] }, true);
    assert.match(output, /Select an account/);
    assert.equal(code, 0, output);
  });
});
