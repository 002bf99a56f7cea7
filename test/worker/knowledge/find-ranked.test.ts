import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findRanked, type Ranking } from '../../../worker/knowledge/find-ranked.ts';
import type { Reranker } from '../../../worker/knowledge/reranker.ts';
import { indexedDatabase } from '../../support/sqlite-database.ts';

const baseUrl = 'https://shop.example/';
const DOCUMENTS: Readonly<Record<string, string>> = {
  'returns.md': '# Returns\n\nA parcel can be sent back for thirty days.',
  'delivery.md': '# Delivery\n\nA parcel can be under way for thirty days.',
  'germany.md': '# Germany\n\nVisitors from Germany see prices in euros.',
  'shipping.md': '# Shipping\n\nShipping costs five euros, to Germany eight.',
};

function databaseOf(documents: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  try {
    return indexedDatabase(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const database = databaseOf(DOCUMENTS);

/** Searches, and returns the pages of the found passages, best first. */
async function find(question: string, ranking: Partial<Ranking> = {}) {
  const found = await findRanked(database, question, { baseUrl, ...ranking });
  const pages = found?.passages.map(({ id }) => id.replace(/#.*/, ''));
  return { pages, nearest: found?.nearest?.map(({ id }) => id.replace(/#.*/, '')) };
}

/** A reranker that gives each text the score of the first of these words in it. */
const rerankerOf = (scores: Readonly<Record<string, number>>, asked: string[] = []): Reranker => ({
  minScore: 0.1,
  async score(question, texts) {
    asked.push(question);
    return texts.map((text) => Object.entries(scores).find(([word]) => text.includes(word))?.[1] ?? 0);
  },
});

describe('findRanked', () => {
  it('uses the order of the reranker, and drops passages below its minimal score', async () => {
    const reranker = rerankerOf({ Delivery: 0.9, Returns: 0.3, Shipping: 0.05 });
    assert.deepEqual((await find('parcel, or Germany?', { reranker })).pages, ['delivery', 'returns']);
  });

  it('keeps a passage with too few words for an answer when the reranker accepts it', async () => {
    const question = 'Which duties do customs officers want for a parcel abroad?';
    assert.deepEqual((await find(question)).pages, []);
    const { pages } = await find(question, { reranker: rerankerOf({ Delivery: 0.9 }) });
    assert.deepEqual(pages, ['delivery']);
  });

  it('returns the nearest passages where none reaches the minimal score', async () => {
    const { pages, nearest } = await find('parcel', { reranker: rerankerOf({ Returns: 0.09 }) });
    assert.deepEqual(pages, []);
    assert.deepEqual(nearest, ['returns', 'delivery']);
  });

  it('keeps the order by words where the reranker fails, and reports the error', async () => {
    const faults: unknown[] = [];
    const fault = new Error('nonsense');
    const reranker: Reranker = { minScore: 0.1, score: () => Promise.reject(fault) };
    const onRerankFailed = (error: unknown) => void faults.push(error);
    const byWords = await find('parcel for thirty days in Germany');
    const { pages } = await find('parcel for thirty days in Germany', { reranker, onRerankFailed });
    assert.deepEqual(pages, byWords.pages);
    assert.deepEqual(faults, [fault]);
  });

  it('searches with the question and its rewriting, and ranks by the rewriting', async () => {
    const asked: string[] = [];
    const scores = { Shipping: 0.9, Germany: 0.2 };
    const rewrite = async () => 'shipping costs to Germany';
    const { pages } = await find('And for Germany?', { rewrite, reranker: rerankerOf(scores, asked) });
    assert.deepEqual(asked, ['shipping costs to Germany']);
    assert.deepEqual(pages, ['shipping', 'germany']);
    assert.deepEqual((await find('And for Germany?')).pages?.[0], 'germany');
    assert.deepEqual((await find('And for Germany?', { rewrite, acceptsAll: true })).pages?.[0], 'shipping');
  });

  it("keeps what the question's own words have found where the rewriting finds nothing, or something else", async () => {
    const question = 'Can a parcel be sent back?';
    for (const other of ['zzz', 'prices for visitors from Germany']) {
      const rewrite = async () => other;
      for (const acceptsAll of [false, true])
        assert.ok((await find(question, { rewrite, acceptsAll })).pages?.includes('returns'), other);
    }
    const rewrite = async () => 'shipping prices';
    const { pages } = await find('And for Germany?', { rewrite, acceptsAll: true });
    assert.deepEqual(pages?.toSorted(), ['germany', 'shipping']);
  });

  it('ranks by the question itself where no passage reaches the minimal score by the rewriting', async () => {
    const asked: string[] = [];
    const reranker: Reranker = {
      minScore: 0.1,
      async score(question, texts) {
        asked.push(question);
        return texts.map((text) => (question.includes('sent back') && text.includes('Returns') ? 0.9 : 0));
      },
    };
    const rewrite = async () => 'prices for visitors from Germany';
    const { pages } = await find('Can a parcel be sent back?', { rewrite, reranker });
    assert.deepEqual(pages, ['returns']);
    assert.equal(asked.length, 2);
  });

  it('ranks the page that the visitor is on first among equals, with any address of it', async () => {
    const question = 'parcel thirty days';
    for (const name of ['returns', 'delivery'])
      for (const page of [
        `https://www.shop.example/docs/${name}?a=1#b`,
        `https://shop.example/docs/${name}/`,
      ])
        assert.equal((await find(question, { page })).pages?.[0], name);
  });

  it('finds the same passage first for a visitor on an unrelated page', async () => {
    const page = 'https://shop.example/docs/germany.html';
    for (const [question, first] of [
      ['What does shipping to Germany cost?', 'shipping'],
      ['How long can I send a parcel back?', 'returns'],
    ] as const)
      for (const reranker of [undefined, rerankerOf({ Shipping: 0.9, Returns: 0.8, Germany: 0.7 })])
        assert.equal((await find(question, { page, reranker })).pages?.[0], first);
    assert.equal((await find('parcel', { page: 'no address' })).pages?.length, 2);
  });

  it('returns every passage with one of the words, where no reranker judges', async () => {
    const question = 'Do you sell insured gift parcels?';
    assert.deepEqual((await find(question)).pages, []);
    const { pages, nearest } = await find(question, { acceptsAll: true });
    assert.deepEqual(pages?.toSorted(), ['delivery', 'returns']);
    assert.equal(nearest, undefined);
    assert.deepEqual((await find('zeppelin', { acceptsAll: true })).nearest, []);
  });

  it('returns null where nothing has been indexed', async () => {
    const empty = {
      prepare: () => ({ bind: () => ({ all: () => Promise.reject(new Error('no such table: passage')) }) }),
    };
    assert.equal(await findRanked(empty, 'parcel', { baseUrl }), null);
  });
});
