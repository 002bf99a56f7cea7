import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../../../widget/build/project.ts';
import { runCommand } from '../../../../widget/build/run-command.ts';
import { findPages } from '../../../../worker/knowledge/find-pages.ts';
import { startD1Api, type D1Api } from '../../../support/cloudflare-d1-api.ts';

const COMMAND = join(ROOT, 'worker/tools/index-knowledge.ts');
const SQL =
  'Write `BEGIN TRANSACTION;` before and `COMMIT;` after. END; -- /* "quoted" \'text\' 返品 \u{1F600}';
/** Twice as many statements as fit into one part. */
const PAGES = 700;

describe('npm run knowledge with --remote', { timeout: 300_000 }, () => {
  let api: D1Api;
  let folder: string;
  before(async () => {
    api = await startD1Api();
    folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    writeFileSync(join(folder, 'zebras.md'), `# Zebras\n\n${SQL}\n`);
  });
  after(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const index = (env: Readonly<Record<string, string>> = {}, ...more: readonly string[]) =>
    runCommand('node', [COMMAND, folder, ...more, '--remote'], { env: { ...api.env, ...env } });
  const find = async (query: string) => {
    const database = {
      prepare: (sql: string) => ({
        bind: (...values: readonly (string | number)[]) => ({
          all: <Row>() => Promise.resolve({ results: api.database.prepare(sql).all(...values) as Row[] }),
        }),
      }),
    };
    const found = await findPages(database, { query, limit: 8, baseUrl: 'https://shop.example/' });
    return found?.results.map(({ title }) => title);
  };
  const fail = (status: number, code: number, message: string) => (call: string) =>
    call === 'query' ? { status, code, message } : undefined;

  it('prints the error of the API, and stores nothing', async () => {
    for (const [refusal, words] of [
      [fail(429, 971, 'Please wait and consider throttling your request speed'), /throttling your request/],
      [fail(500, 7500, 'D1_ERROR: storage is not reachable'), /storage is not reachable/],
    ] as const) {
      api.refuse = refusal;
      const { code, output } = await index();
      assert.equal(code, 1, output);
      assert.match(output, /wrangler d1 execute failed:/);
      assert.match(output, words);
    }
    api.refuse = () => undefined;
    const { code, output } = await index({ CLOUDFLARE_API_TOKEN: 'another' });
    assert.equal(code, 1, output);
    assert.match(output, /Authentication error/);
    assert.deepEqual(api.database.prepare('SELECT name FROM sqlite_master').all(), []);
  });

  it('stores texts unchanged, and sends only what has changed', async () => {
    const first = await index();
    assert.match(first.output, /indexed: 1 passages new or changed, 0 removed, 0 as they were/, first.output);
    assert.deepEqual(
      api.database
        .prepare('SELECT title, text FROM passage')
        .all()
        .map((row) => ({ ...row })),
      [{ title: 'Zebras', text: SQL }],
    );
    assert.deepEqual(await find('transac'), ['Zebras']);
    assert.deepEqual(api.calls.slice(-4), ['import init', 'upload', 'import ingest', 'import poll']);
    api.calls.length = 0;
    const second = await index();
    assert.match(
      second.output,
      /indexed: 0 passages new or changed, 0 removed, 1 as they were/,
      second.output,
    );
    assert.ok(!api.calls.includes('upload'));
  });

  it('continues after a part that failed; until then the index is as before', async () => {
    const pages = Array.from({ length: PAGES }, (_, page) =>
      JSON.stringify({
        url: `https://shop.example/${page}`,
        title: `Page ${page}`,
        markdown: `Quagga ${page}.`,
      }),
    );
    writeFileSync(join(folder, 'pages.jsonl'), pages.join('\n'));
    let parts = 0;
    api.failImport = () => (++parts === 2 ? 'D1_ERROR: Network connection lost.' : undefined);
    const broken = await index({}, join(folder, 'pages.jsonl'));
    assert.equal(broken.code, 1, broken.output);
    assert.match(broken.output, /Network connection lost/);
    assert.deepEqual(await find('transac'), ['Zebras']);
    assert.deepEqual(await find('quagga'), []);
    api.failImport = () => undefined;
    const whole = await index({}, join(folder, 'pages.jsonl'));
    assert.match(
      whole.output,
      /indexed: 200 passages new or changed, 0 removed, 501 as they were/,
      whole.output,
    );
    assert.equal((await find('quagga'))?.length, 8);
  });
});
