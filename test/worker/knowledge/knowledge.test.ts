import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import type { Database, Env, SearchBinding } from '../../../worker/env.ts';
import { knowledge } from '../../../worker/knowledge/knowledge.ts';
import type { AppEnv, Found } from '../../../worker/ports.ts';

/** Searches as a turn with these bindings does, and returns what it found. */
async function retrieve(env: Env, question: string, isAdmitted = true): Promise<Found | null | undefined> {
  const app = new Hono<AppEnv>().use(knowledge).get('/', async (c) => {
    const found = await c.var.retrieve?.({
      queryId: 'q_1',
      messages: [{ role: 'user', content: question }],
      metadata: {},
      signal: new AbortController().signal,
      isAdmitted: Promise.resolve(isAdmitted),
    });
    return c.json(found ?? null);
  });
  return (await app.request('https://shop.example/', {}, env)).json();
}

describe('knowledge', () => {
  it('asks AI Search, which is paid, only for a turn that is admitted', async () => {
    let asked = 0;
    const SEARCH: SearchBinding = {
      async search() {
        asked += 1;
        return { chunks: [] };
      },
    };
    assert.equal(await retrieve({ SEARCH }, 'What is a refund?', false), null);
    assert.equal(asked, 0);
    await retrieve({ SEARCH }, 'What is a refund?');
    assert.equal(asked, 1);
  });

  it('shows a section with two near passages where the nearer one stands', async () => {
    const results = ['a', 'b', 'c', 'd', 'a'].map((page, index) => {
      const url = `https://shop.example/${page}`;
      return { id: `${page}~${index}`, title: page, url, text: '', score: 9 - index, hits: '000' };
    });
    const DB: Database = {
      prepare: () => ({ bind: () => ({ all: <Row>() => Promise.resolve({ results: results as Row[] }) }) }),
    };
    const found = await retrieve({ DB }, 'Do you sell gift cards?');
    assert.deepEqual(
      found?.nearest?.map(({ id }) => id),
      ['a~0', 'b~1', 'c~2'],
    );
  });
});
