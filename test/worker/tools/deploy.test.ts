import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DIST, VERSION } from '../../../widget/build/project.ts';
import { startPageServer, type PageServer } from '../../support/page-server.ts';
import { runCommand } from '../../../widget/build/run-command.ts';

const INTEGRITY = `/v/${VERSION}/integrity.json`;

describe('npm run deploy', { timeout: 240_000 }, () => {
  let server: PageServer;
  let isChanged = false;

  before(async () => {
    // As it was built before: what the same sources make again must be the same.
    const released = await readFile(join(DIST, 'site', INTEGRITY));
    server = await startPageServer(async ({ url = '/' }, response) => {
      if (url === INTEGRITY) response.end(isChanged ? '{}' : released);
      else if (url === '/releases.json') response.end(await readFile(join(DIST, 'site', url)));
      else response.writeHead(404).end();
    });
  });
  after(() => server?.close());

  it('deploys over a site whose releases it has', async () => {
    const { code, output } = await runCommand('node', [
      'worker/tools/deploy.ts',
      server.url.href,
      '--dry-run',
    ]);
    assert.equal(code, 0, output);
    assert.match(output, /--dry-run: exiting now/);
  });

  it('starts no deployment that would change what pages have pinned', async () => {
    isChanged = true;
    const { code, output } = await runCommand('node', [
      'worker/tools/deploy.ts',
      server.url.href,
      '--dry-run',
    ]);
    assert.equal(code, 1);
    assert.match(output, new RegExp(`Nothing was deployed: release ${VERSION} is live with other content`));
    assert.doesNotMatch(output, /--dry-run/);
  });
});
