import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startPageServer, type PageServer } from '../../../support/page-server.ts';
import { listFiles } from '../../../../widget/build/folders.ts';
import { writeIntegrity } from '../../../../widget/build/write-integrity.ts';
import { keepLiveReleases } from '../../../../worker/tools/releases/live-releases.ts';
import { writeReleaseList } from '../../../../demo/build/release-list.ts';

describe('a deployment over a site that is online', () => {
  let root = '';
  let live = '';
  let next = '';
  let server: PageServer;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-live-'));
    server = await startPageServer(async (request, response) => {
      const content = await readFile(join(live, request.url ?? '/')).catch(() => undefined);
      response.writeHead(content === undefined ? 404 : 200).end(content);
    });
  });
  after(async () => {
    await server.close();
    await rm(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    live = join(root, 'live');
    next = join(root, 'next');
    await release(live, '0.9.0', 'first');
    await release(live, '0.10.0', 'second');
    await writeReleaseList(live);
    await release(next, '0.11.0', 'third');
  });
  afterEach(async () => {
    await rm(live, { recursive: true });
    await rm(next, { recursive: true });
  });

  /** Puts a release of two files into a site. */
  async function release(site: string, version: string, text: string): Promise<void> {
    const folder = join(site, 'v', version);
    await write(join(folder, 'cf-ai-chat.js'), `${text} of /v/${version}/`);
    await write(join(folder, 'chunks/panel.js'), text);
    await writeIntegrity(folder, version);
  }

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  it("keeps the site's releases, byte for byte, and lists them in order", async () => {
    const released = await contents(live);
    assert.deepEqual(await keepLiveReleases(server.url, next), ['0.9.0', '0.10.0']);
    await writeReleaseList(next);
    const kept = await contents(next);
    for (const [path, content] of released) {
      if (path.startsWith('v/')) assert.equal(kept.get(path), content, path);
    }
    assert.deepEqual(JSON.parse(kept.get('releases.json') ?? ''), {
      releases: ['0.9.0', '0.10.0', '0.11.0'],
    });
  });

  it('does not fetch releases that are here already', async () => {
    await cp(join(live, 'v'), join(next, 'v'), { recursive: true });
    assert.deepEqual(await keepLiveReleases(server.url, next), []);
  });

  it('keeps nothing where the site has no chat', async () => {
    await rm(live, { recursive: true });
    await mkdir(live);
    assert.deepEqual(await keepLiveReleases(server.url, next), []);
  });

  it('is refused where a release is incomplete', async () => {
    await rm(join(live, 'v/0.10.0/chunks/panel.js'));
    await assert.rejects(
      keepLiveReleases(server.url, next),
      /release 0\.10\.0 of \S+ has no chunks\/panel\.js/,
    );
    assert.ok(!(await listFiles(next)).some((path) => path.includes('0.10.0')));
  });

  it('is refused where a file differs from the release', async () => {
    await writeFile(join(live, 'v/0.9.0/chunks/panel.js'), 'changed');
    await assert.rejects(keepLiveReleases(server.url, next), /chunks\/panel\.js of release 0\.9\.0 is not/);
  });

  it('is refused where a released version would change', async () => {
    await release(next, '0.10.0', 'other');
    await assert.rejects(keepLiveReleases(server.url, next), /release 0\.10\.0 is live with other content/);
  });

  it('is refused where the site cannot be reached', async () => {
    const nowhere = new URL('http://127.0.0.1:1/');
    await assert.rejects(keepLiveReleases(nowhere, next), /no response came from http:\/\/127\.0\.0\.1:1\//);
  });
});

async function contents(folder: string): Promise<Map<string, string>> {
  const paths = await listFiles(folder);
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}
