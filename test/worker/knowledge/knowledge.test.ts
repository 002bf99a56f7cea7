import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database, Env } from '../../../worker/env.ts';
import { knowledge } from '../../../worker/knowledge/knowledge.ts';
import type { Found } from '../../../worker/model-port.ts';

/** Searches as a turn with these bindings does, and returns what it found. */
async function retrieve(env: Env, question: string): Promise<Found | null | undefined> {
  return knowledge({ env, waitUntil: () => undefined }).retrieve?.({
    queryId: 'q_1',
    messages: [{ role: 'user', content: question }],
    metadata: {},
    signal: new AbortController().signal,
    url: 'https://shop.example/',
    show: () => undefined,
  });
}

describe('knowledge', () => {
  it('ranks a section with two near passages at the place of the nearer passage', async () => {
    const results = ['a', 'b', 'c', 'd', 'a'].map((page, index) => {
      const url = `https://shop.example/${page}`;
      return { id: `${page}~${index}`, title: page, url, text: '', score: 9 - index, hits: '000' };
    });
    const DB: Database = {
      prepare: () => ({ bind: () => ({ all: <Row>() => Promise.resolve({ results: results as Row[] }) }) }),
    };
    const found = await retrieve({ DB, MODEL_BASE_URL: 'http://127.0.0.1:9/' }, 'Do you sell gift cards?');
    assert.deepEqual(
      found?.nearest?.map(({ id }) => id),
      ['a~0', 'b~1', 'c~2'],
    );
  });
});
