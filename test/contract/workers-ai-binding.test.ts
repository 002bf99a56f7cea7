import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  frame,
  startFakeModelServer,
  type FakeModelServer,
  type ModelTurn,
  type Script,
} from '../support/fake-model-server.ts';
import { framesOf } from '../support/frames.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../support/plain-workerd.ts';

const GATEWAY = 'main';
const RETRIES = { maxAttempts: 4, retryDelayMs: 250, backoff: 'linear' };
const DONE = 'data: [DONE]\n\n';
const delta = (fields: object, finish_reason: string | null = null): string =>
  frame({ choices: [{ index: 0, delta: fields, finish_reason }] });

/** The body of the request that the binding sends. */
interface Run {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}
const runOf = (turn: ModelTurn | undefined): Run => turn!.call.body as unknown as Run;
const modelOf = (turn: ModelTurn): unknown => turn.call.headers['cf-consn-model-id'];

describe('the real Workers AI binding of workerd', { timeout: 60_000 }, () => {
  let service: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    service = await startFakeModelServer();
    worker = await startPlainWorkerd({
      ai: new URL(service.baseUrl).host,
      vars: {
        SESSION_SECRET: 'a secret of this test, 32 characters or more',
        MODEL: 'first',
        MODEL_FALLBACK: 'second',
        QUOTA_LIMIT: '1000',
        HEARTBEAT_MS: '50',
      },
    });
  });
  after(async () => {
    await worker.close();
    await service.close();
  });

  async function ask(script: Script) {
    service.reply(script);
    const response = await worker.fetch('/api/chat', { method: 'POST', body: '{"query":"Hi"}' });
    const frames = framesOf(await response.text());
    return { text: frames.map((event) => event['token'] ?? '').join(''), end: frames.at(-1) };
  }

  it('is called for a stream, with our inputs and a raw response', async () => {
    await ask((turn) => turn.write(frame({ response: 'Hello' }) + DONE));
    const turn = service.turns.at(-1)!;
    const { messages, ...inputs } = runOf(turn).inputs;
    assert.equal(turn.call.path, '/run?version=3');
    assert.equal(modelOf(turn), 'first');
    assert.deepEqual(inputs, { stream: true, max_tokens: 1_024 });
    assert.deepEqual(
      (messages as { role: string }[]).map(({ role }) => role),
      ['system', 'user'],
    );
    assert.deepEqual(runOf(turn).options, { returnRawResponse: true });
  });

  const answers: readonly [string, Script, string, object][] = [
    [
      'frames of its own, with padding, numbers, null and usage',
      (turn) =>
        turn.write(
          frame({ response: 'The answer is ', p: 'abcdef' }) +
            frame({ response: 42 }) +
            frame({ response: 0 }) +
            frame({ response: null, tool_calls: [] }) +
            frame({ response: '', usage: { prompt_tokens: 3, completion_tokens: 4 } }) +
            DONE,
        ),
      'The answer is 420',
      { finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 4 } },
    ],
    [
      'chat completion chunks, with reasoning, a tool call and usage without choices',
      (turn) =>
        turn.write(
          delta({ role: 'assistant', content: '' }) +
            delta({ reasoning_content: 'hm' }) +
            delta({ reasoning: 'hm' }) +
            delta({ tool_calls: [{ index: 0, function: { name: 'search', arguments: '{}' } }] }) +
            delta({ content: 'Hello' }) +
            delta({}, 'length') +
            frame({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } }) +
            DONE,
        ),
      'Hello',
      { finishReason: 'length', usage: { inputTokens: 3, outputTokens: 4 } },
    ],
    [
      'one JSON though a stream was asked for',
      (turn) => turn.json({ result: { response: 'Hello' }, success: true }),
      'Hello',
      { finishReason: 'stop' },
    ],
  ];
  for (const [name, script, text, rest] of answers) {
    it(`yields ${name}`, async () => {
      const answer = await ask(script);
      assert.equal(answer.text, text);
      const { finishReason, usage } = answer.end ?? {};
      assert.deepEqual({ finishReason, ...(usage ? { usage } : {}) }, rest);
    });
  }

  it('yields refusals with their codes, and a hint for the operator', async () => {
    const { end } = await ask((turn) =>
      turn.json({ internalCode: 3036, name: 'E', message: 'daily', description: 'spent' }, 429),
    );
    assert.equal(end?.['code'], 'site-limit');
    await worker.logged(/free allocation of the day is used up/);
  });

  it('is called for the next model when the first is out of capacity', async () => {
    const asked = service.turns.length;
    const { text } = await ask(async (turn) => {
      if (modelOf(turn) === 'first') return turn.json({ internalCode: 3040, message: 'capacity' }, 429);
      return turn.write(frame({ response: 'from the second' }) + DONE);
    });
    assert.equal(text, 'from the second');
    assert.deepEqual(service.turns.slice(asked).map(modelOf), ['first', 'second']);
    await worker.logged(/"model":"second".*"outcome":"done"/);
  });

  it('does not mix up answers of simultaneous runs', async () => {
    service.reply(async (turn) => {
      const { messages } = runOf(turn).inputs as { messages: { content: string }[] };
      await turn.write(frame({ response: `for ${messages.at(-1)!.content}` }) + DONE);
    });
    const asking = Array.from({ length: 20 }, async (_, index) => {
      const body = JSON.stringify({ query: `question ${index}` });
      const response = await worker.fetch('/api/chat', { method: 'POST', body });
      assert.match(await response.text(), new RegExp(`for question ${index}"`));
    });
    await Promise.all(asking);
  });

  for (const [name, script] of [
    ['in the middle of an answer', (turn) => turn.write(frame({ response: 'Hel' }))],
    ['while the model is silent', (turn) => turn.open()],
    ['before the model has answered', () => undefined],
  ] satisfies [string, Script][]) {
    it(`is aborted when the visitor leaves ${name}`, async () => {
      service.reply(script);
      const leave = new AbortController();
      const response = await worker.fetch('/api/chat', {
        method: 'POST',
        body: '{"query":"Hi"}',
        signal: leave.signal,
      });
      const turn = await service.asked();
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; !text.includes(': beat');)
        text += (await reader.read()).value ?? assert.fail('ended');
      leave.abort();
      assert.equal(await turn.closed, true);
    });
  }
});

/** The response headers of a gateway, with the id of its log. */
const HELLO: Script = (turn) => turn.json({ response: 'Hello' }, 200, { 'cf-aig-log-id': 'log-1' });

/** The Worker with a minimal database that stores the id of a call. */
const WITH_DATABASE = `import worker from './index.js';
const ids = new Map();
const run = (sql, [queryId, value]) => {
  if (sql.includes('(query_id, gateway_log_id)')) ids.set(queryId, value);
  return { results: sql.includes('RETURNING') ? [{ id: ids.get(queryId) ?? null }] : [] };
};
const DB = { prepare: (sql) => ({ bind: (...values) => ({ all: async () => run(sql, values) }) }) };
export default { fetch: (request, env, context) => worker.fetch(request, { ...env, DB }, context) };`;

describe('AI Gateway behind the Workers AI binding', { timeout: 60_000 }, () => {
  let service: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    service = await startFakeModelServer();
    service.reply(HELLO);
    worker = await startPlainWorkerd({
      ai: new URL(service.baseUrl).host,
      script: WITH_DATABASE,
      vars: {
        SESSION_SECRET: 'a secret of this test, 32 characters or more',
        AI_GATEWAY_ID: GATEWAY,
        AI_GATEWAY_CACHE_TTL: '3600',
        AI_GATEWAY_RETRIES: JSON.stringify(RETRIES),
      },
    });
  });
  after(async () => {
    await worker.close();
    await service.close();
  });

  async function ask(body: object) {
    const response = await worker.fetch('/api/chat', { method: 'POST', body: JSON.stringify(body) });
    const [start] = framesOf(await response.text());
    const turn = service.turns.at(-1)!;
    return { queryId: start!['queryId'], path: turn.call.path, gateway: runOf(turn).options['gateway'] };
  }
  const FIRST = { role: 'user', content: 'Hi' };

  it('may repeat its cached answer to a first question', async () => {
    const { queryId, path, gateway } = await ask({ messages: [FIRST] });
    assert.equal(path, '/ai-gateway/run?version=3');
    assert.deepEqual(gateway, {
      id: GATEWAY,
      skipCache: false,
      cacheTtl: 3_600,
      retries: RETRIES,
      metadata: { queryId },
    });
  });

  for (const [name, body] of [
    ['in a conversation', { messages: [FIRST, { role: 'assistant', content: 'Hello' }, FIRST] }],
    ['about a visitor', { messages: [FIRST], metadata: { plan: 'gold' } }],
  ] as const) {
    it(`repeats no answer ${name}`, async () => {
      const { queryId, gateway } = await ask(body);
      assert.deepEqual(gateway, { id: GATEWAY, skipCache: true, retries: RETRIES, metadata: { queryId } });
    });
  }

  it("receives the rating for its own log, and the Worker's log line has the id", async () => {
    const { queryId } = await ask({ messages: [FIRST] });
    service.reply((turn) => turn.json({ success: true }));
    const body = JSON.stringify({ queryId, rating: -1 });
    const response = await worker.fetch('/api/feedback', { method: 'POST', body });
    assert.equal(response.status, 204);
    const { path, body: sent } = (await service.asked()).call;
    assert.match(path, /gateways?\/main\/logs\/log-1/);
    assert.deepEqual(sent, { feedback: -1 });
    await worker.logged(/"gatewayLogId":"log-1"/);
  });

  it('that refuses a rating does not prevent the Worker from storing it', async () => {
    service.reply(HELLO);
    const { queryId } = await ask({ messages: [FIRST] });
    service.reply((turn) => turn.json({ errors: [{ message: 'no such log' }] }, 500));
    const body = JSON.stringify({ queryId, rating: 1 });
    assert.equal((await worker.fetch('/api/feedback', { method: 'POST', body })).status, 204);
    await worker.logged(/"event":"gateway-log-failed"/);
  });

  it('that hangs does not delay the storing of a rating', { timeout: 30_000 }, async () => {
    service.reply(HELLO);
    const { queryId } = await ask({ messages: [FIRST] });
    service.reply(() => undefined);
    const body = JSON.stringify({ queryId, rating: 1 });
    assert.equal((await worker.fetch('/api/feedback', { method: 'POST', body })).status, 204);
  });
});

describe('a reranker behind the real Workers AI binding of workerd', { timeout: 60_000 }, () => {
  it('is called for scores with our inputs, before the model', async (t) => {
    const service = await startFakeModelServer();
    t.after(() => service.close());
    // WATCHED makes each search find one passage.
    const SESSION_SECRET = 'a secret of this test, 32 characters or more';
    const vars = { SESSION_SECRET, WATCHED: '1', RERANK_MS: '5000' };
    const worker = await startPlainWorkerd({ ai: new URL(service.baseUrl).host, vars });
    t.after(() => worker.close());
    service.reply((turn) =>
      modelOf(turn) === '@cf/baai/bge-reranker-base'
        ? turn.json({ response: [{ id: 0, score: 0.97 }] })
        : turn.write(frame({ response: 'By card. [1]' }) + DONE),
    );
    const response = await worker.fetch('/api/chat', {
      method: 'POST',
      body: '{"query":"How are refunds paid?"}',
    });
    const done = framesOf(await response.text()).at(-1) as { sources: { id: string; score: number }[] };
    assert.deepEqual(
      done.sources.map(({ id, score }) => [id, score]),
      [['refunds', 0.97]],
    );
    assert.equal(service.turns.length, 2);
    assert.deepEqual(runOf(service.turns[0]), {
      inputs: {
        query: 'How are refunds paid?',
        contexts: [{ text: 'Refunds\n\nThis is how refunds are paid.' }],
        top_k: 1,
      },
      options: { returnRawResponse: true },
    });
  });
});
