import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { IndexedDocument } from '../../../../../worker/tools/knowledge/indexed-document.ts';
import { toPassages } from '../../../../../worker/tools/knowledge/indexing/passage.ts';
import { readDocuments } from '../../../../../worker/tools/knowledge/indexing/read-documents.ts';
import type { Section } from '../../../../../worker/tools/knowledge/pages/web-page.ts';
import { shardsOf } from '../../../../../worker/tools/knowledge/static/shards.ts';
import { writeShards } from '../../../../../worker/tools/knowledge/static/write-shards.ts';
import { OWN_DOCUMENTS } from '../../../../support/retrieval-quality.ts';
import {
  measureSearches,
  readPageQuestions,
  readShortSearches,
  urlsOf,
} from '../../../../support/search-quality.ts';
import { serveStaticIndex } from '../../../../support/static-index.ts';

function documentOf(name: string, title: string, sections: readonly Section[]): IndexedDocument {
  return { name, language: '', passages: toPassages(title, sections, { id: name, url: `/${name}` }) };
}

const section = (heading: string, ...blocks: string[]): Section => ({
  heading,
  anchor: heading.toLowerCase(),
  blocks,
});
const LONG = Array.from({ length: 40 }, (_, index) =>
  section(`Part ${index}`, `Zebra${index} ${'and more '.repeat(60)}`),
);
const DOCUMENTS: readonly IndexedDocument[] = [
  documentOf('help/returns', 'Returns', [
    section('Returns', 'Send it **back**. See [shipping](https://shop.example/shipping).'),
    section('Refunds', 'Refunded to your card. The skies are clear.'),
  ]),
  documentOf('long', 'Animals', LONG),
  documentOf('empty', 'Empty', []),
  documentOf('candles', 'Candles', [section('Candles', 'Lantern by lantern: paper for a lantern.')]),
  documentOf('lantern', 'Lanterns', [
    section('Lanterns', `Of glass. ${'They are made in our shop. '.repeat(9)}`),
  ]),
  documentOf('jp', '返品', [section('返品', '返品は無料です。')]),
  documentOf('north', 'North', [section('North', 'Opening at nine.')]),
  documentOf('south', 'South', [section('South', 'Opening at nine.')]),
  documentOf('returns', 'Opening, opening, opening', [section('Opening, opening, opening', 'Opening.')]),
  documentOf('sky', 'Sky', [section('Sky', 'Dying in the sky. Größe.')]),
];

describe('a search index in static files', async () => {
  const files = shardsOf(DOCUMENTS);
  const served = await serveStaticIndex(files);
  after(() => served.close());
  const find = async (query: string) => (await served.find(query)).found;

  it('is found by any form of a word, by its beginning, and by pairs of characters', async () => {
    for (const query of ['refunds ', 'refunding ', 'refund', 'ref', 'card'])
      assert.deepEqual(urlsOf(await find(query)), ['/help/returns'], query);
    assert.deepEqual(urlsOf(await find('返品は')), ['/jp']);
    assert.deepEqual(urlsOf(await find('grosse ')).length, 0);
    for (const query of ['größe ', 'GRÖßE', 'dying '])
      assert.equal(urlsOf(await find(query))[0], '/sky', query);
  });

  it('ranks a page whose title begins with the search before a page that only mentions it', async () => {
    for (const query of ['lan', 'lantern', 'lanterns '])
      assert.deepEqual(urlsOf(await find(query)), ['/lantern', '/candles'], query);
  });

  it('contains title, place, sections and plain texts', async () => {
    const [page] = (await find('refund')).results;
    assert.deepEqual(page, {
      title: 'Returns',
      url: '/help/returns',
      breadcrumb: ['Help'],
      headings: [{ title: 'Refunds', url: '/help/returns#refunds' }],
      snippet: { text: 'Refunded to your card. The skies are clear.', ranges: [[0, 8]] },
    });
    assert.equal((await find('back')).results[0]?.snippet.text, 'Send it back. See shipping.');
  });

  it('finds every passage of a page that is larger than a shard', async () => {
    for (let index = 0; index < LONG.length; index++) {
      const [page] = (await find(`zebra${index} `)).results;
      assert.deepEqual(page?.headings[0], { title: `Part ${index}`, url: `/long#part ${index}` });
      assert.match(page.snippet.text, new RegExp(`^Zebra${index} `));
    }
  });

  it('ranks the page that the visitor is on first among equals, and not before better pages', async () => {
    const from = async (query: string, page: string) => urlsOf((await served.find(query, page)).found);
    for (const path of ['north', 'south'])
      assert.equal((await from('opening nine', `https://www.shop.example/${path}/?a#b`))[0], `/${path}`);
    assert.equal((await from('opening nine', 'https://shop.example/returns'))[0], '/north');
  });

  it('consists of files of a few KB, whose names change only with their content', () => {
    for (const [name, text] of files) if (name !== 'search.json') assert.ok(text.length < 16_000, name);
    const edited = shardsOf([
      ...DOCUMENTS.slice(0, -1),
      documentOf('new', 'New', [section('New', 'A quagga.')]),
    ]);
    const texts = [...files.keys()].filter((name) => name.startsWith('texts'));
    const kept = texts.filter((name) => edited.has(name));
    assert.equal(kept.length, texts.length - 1);
  });

  it('replaces an earlier index in its folder, and keeps other files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    try {
      writeFileSync(join(folder, 'index.html'), '');
      writeShards(DOCUMENTS, folder);
      const written = writeShards(DOCUMENTS.slice(0, 1), folder);
      const names = readdirSync(folder);
      assert.match(written, new RegExp(`^written: ${names.length - 1} files`));
      const left = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
      const other = await serveStaticIndex(left);
      try {
        assert.equal((await other.find('card')).found.results.length, 1);
      } finally {
        await other.close();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the static index of the documentation', async () => {
  const documents = readDocuments(OWN_DOCUMENTS, '/docs/').map(({ path, passages }) => ({
    name: path,
    language: '',
    passages,
  }));
  const files = shardsOf(documents);
  const bytes = new Map([...files].map(([name, text]) => [name, brotliCompressSync(text).length]));
  const served = await serveStaticIndex(files);
  after(() => served.close());
  const costs: number[] = [];
  const find = async (query: string) => {
    const { found, files: read } = await served.find(query);
    costs.push(read.reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0));
    return urlsOf(found);
  };

  it('shows the right page for a short search, and for a question, nearly as often as the Worker', async () => {
    const searches = await measureSearches(readShortSearches(), find);
    assert.ok(searches.amongFive >= 57 && searches.first >= 52, JSON.stringify(searches));
    assert.ok(searches.early >= 57, JSON.stringify(searches));
    const questions = await measureSearches(readPageQuestions(), find);
    assert.ok(questions.amongThree >= 0.77 * questions.searches, JSON.stringify(questions));
    const sorted = costs.toSorted((a, b) => a - b);
    assert.ok((sorted.at(-1) ?? 0) < 74_000, `${sorted.at(-1)}`);
    assert.ok((sorted[sorted.length >> 1] ?? 0) < 37_000, `${sorted[sorted.length >> 1]}`);
  });
});
