import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDeployRequest } from '../../../../worker/tools/releases/deploy-request.ts';

const SITE_URL = 'https://from.example/';

describe('the command line of a deployment', () => {
  it('names the site first, and what is for wrangler after it', () => {
    const { site, rest } = readDeployRequest(['https://chat.example', '--env', 'live'], { SITE_URL });
    assert.equal(site?.href, 'https://chat.example/');
    assert.deepEqual(rest, ['--env', 'live']);
  });

  it('leaves the site to the environment', () => {
    assert.equal(readDeployRequest(['--env', 'live'], { SITE_URL }).site?.href, SITE_URL);
    assert.deepEqual(readDeployRequest([], {}), { site: undefined, rest: [] });
  });

  it('says that there is nothing to keep', () => {
    assert.deepEqual(readDeployRequest(['--first', '--minify'], { SITE_URL }), {
      site: undefined,
      rest: ['--minify'],
    });
  });
});
