import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDeployRequest } from '../../../../worker/tools/releases/deploy-request.ts';

const SITE_URL = 'https://from.example/';

describe('the command line of a deployment', () => {
  it('names the site first, and the arguments for wrangler after it', () => {
    const { site, rest } = readDeployRequest(['https://chat.example', '--env', 'live'], { SITE_URL });
    assert.equal(site?.href, 'https://chat.example/');
    assert.deepEqual(rest, ['--env', 'live']);
  });

  it('may name the site by an environment variable', () => {
    assert.equal(readDeployRequest(['--env', 'live'], { SITE_URL }).site?.href, SITE_URL);
    assert.deepEqual(readDeployRequest([], {}), { site: undefined, rest: [] });
  });

  it('may say that there are no releases to keep', () => {
    assert.deepEqual(readDeployRequest(['--first', '--minify'], { SITE_URL }), {
      site: undefined,
      rest: ['--minify'],
    });
  });
});
