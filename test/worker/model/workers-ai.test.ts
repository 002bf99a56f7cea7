import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import type { BackendEvent } from '../../../widget/protocol/chat-event.ts';
import type { AiRunOptions, Env } from '../../../worker/env.ts';
import { Answer } from '../../../worker/answer/answer.ts';
import { workersAiModel } from '../../../worker/model/workers-ai.ts';
import { openTurn } from '../../../worker/turn/open.ts';
import { runTurn } from '../../../worker/turn/run.ts';
import { collect } from '../../support/collect.ts';
import { frame } from '../../support/fake-model-server.ts';

interface Run {
  readonly model: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly options: AiRunOptions;
}

const sse = (...blocks: readonly string[]): Response =>
  new Response([...blocks, 'data: [DONE]\n\n'].join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
const refusal = (status: number, body: object): Response => Response.json(body, { status });
const HELLO = (): Response => sse(frame({ response: 'Hello', p: 'abc' }));

/** A run that never answers, and rejects when it is aborted, as the binding's do. */
const abortedBy = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Runs one turn on a binding whose calls are answered by these, in order. */
async function turnOn(
  answers: readonly ((signal: AbortSignal) => Response | Promise<Response>)[],
  env: Env = {},
  signal = new AbortController().signal,
) {
  const runs: Run[] = [];
  const run = async (model: string, inputs: Run['inputs'], options: AiRunOptions): Promise<Response> => {
    const answer = answers[runs.length] ?? assert.fail('asked too often');
    runs.push({ model, inputs, options });
    return answer(options.signal);
  };
  const gateway = (): never => assert.fail('there is no feedback here');
  const asked = {
    queryId: 'q_1',
    messages: [{ role: 'user' as const, content: 'Hi' }],
    system: '',
    metadata: {},
    url: 'https://site.example/api/chat',
    origin: 'https://site.example',
    hasSuggestions: false,
  };
  const host = { env: { ...env, AI: { run, gateway } }, waitUntil: () => undefined, features: [] };
  const events: BackendEvent[] = [];
  const turn = await openTurn(asked, host, {
    id: 'q_1.a',
    signal,
    links: undefined,
    untilRead: () => Promise.resolve(),
    add: (added) => void events.push(...added),
  });
  events.push(turn.start);
  await runTurn(turn);
  const text = events.map((event) => (event.type === 'token' ? event.token : '')).join('');
  return { runs, text, end: events.at(-1) };
}

describe('workersAiModel', () => {
  it('requests a raw response, with the abort signal and its own inputs', async () => {
    const { runs } = await turnOn([HELLO], {
      MAX_TOKENS: '300',
      MODEL: '@cf/meta/llama-3.1-8b-instruct-fast',
    });
    const [{ model, inputs, options }] = runs as [Run];
    const { messages, ...settings } = inputs;
    assert.equal(model, '@cf/meta/llama-3.1-8b-instruct-fast');
    assert.deepEqual(settings, { stream: true, max_tokens: 300 });
    assert.deepEqual(
      (messages as { role: string }[]).map(({ role }) => role),
      ['system', 'user'],
    );
    assert.equal(options.returnRawResponse, true);
    assert.ok(options.signal instanceof AbortSignal);
    assert.equal('gateway' in options, false);
  });

  it('turns thinking off for models that think, and uses the configured gateway', async () => {
    const { runs } = await turnOn([HELLO], { AI_GATEWAY_ID: 'main' });
    assert.equal(runs[0]?.model, '@cf/zai-org/glm-4.7-flash');
    assert.deepEqual(runs[0].inputs['chat_template_kwargs'], { enable_thinking: false });
    assert.deepEqual(runs[0].options.gateway, {
      id: 'main',
      skipCache: true,
      metadata: { queryId: 'q_1' },
    });
  });

  it('reads a stream of response frames', async () => {
    const answer = await turnOn([
      () =>
        sse(
          frame({ response: 'The answer is ', p: 'ab' }),
          frame({ response: 42 }),
          frame({ response: null, tool_calls: [] }),
          frame({ response: '', usage: { prompt_tokens: 3, completion_tokens: 4 } }),
        ),
    ]);
    assert.equal(answer.text, 'The answer is 42');
    assert.deepEqual(answer.end, {
      type: 'done',
      queryId: 'q_1',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  it('reads a stream of chat completion chunks that a response frame ends', async () => {
    const { text, end } = await turnOn([
      () =>
        sse(
          frame({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
          frame({ choices: [{ index: 0, delta: { reasoning_content: 'hm' } }] }),
          frame({ choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }], p: 'abc' }),
          frame({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }),
          frame({ response: '', usage: { prompt_tokens: 3, completion_tokens: 4 } }),
        ),
    ]);
    assert.equal(text, 'Hello');
    assert.deepEqual(end, {
      type: 'done',
      queryId: 'q_1',
      finishReason: 'length',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  for (const body of [{ response: 'Hello' }, { result: { response: 'Hello' }, success: true }]) {
    it(`reads the JSON ${JSON.stringify(body)} that came instead of a stream`, async () => {
      assert.equal((await turnOn([() => Response.json(body)])).text, 'Hello');
    });
  }

  const worthAnother: readonly [string, () => Response | Promise<Response>][] = [
    ['has no capacity', () => refusal(429, { internalCode: 3040, message: 'capacity' })],
    ['does not exist', () => refusal(400, { errors: [{ code: 5007, message: 'no such model' }] })],
    ['needs a paid plan', () => refusal(403, { errors: [{ code: 5035, message: 'upgrade' }] })],
    ['fails in its stream at once', () => sse(frame({ errors: [{ code: 3040, message: 'capacity' }] }))],
    ['takes too long', () => refusal(408, { internalCode: 3007 })],
    ['is broken', () => new Response('<h1>oops</h1>', { status: 500 })],
    ['cannot be reached', () => Promise.reject(new Error('Network connection lost.'))],
    ['breaks off before its first token', () => new Response(frame({ response: '' }))],
  ];
  for (const [name, response] of worthAnother) {
    it(`asks the next model when the first ${name}`, async () => {
      const { runs, text } = await turnOn([response, HELLO], { MODEL: 'a', MODEL_FALLBACK: 'b,c' });
      assert.equal(text, 'Hello');
      assert.deepEqual(
        runs.map(({ model }) => model),
        ['a', 'b'],
      );
    });
  }

  const whole = { maxAttempts: 3, retryDelayMs: 500, backoff: 'exponential' } as const;
  const retried: readonly [string, Env['AI_GATEWAY_RETRIES'], object | undefined][] = [
    ['a number of attempts', '3', { maxAttempts: 3 }],
    ['JSON', JSON.stringify(whole), whole],
    ['an object of wrangler.jsonc', whole, whole],
    ['a part of it', '{"retryDelayMs":500}', { retryDelayMs: 500 }],
    ['more attempts than it makes', '9', undefined],
    ['a pause longer than it waits', '{"maxAttempts":2,"retryDelayMs":5001}', undefined],
    ['a backoff that it does not know', '{"backoff":"random"}', undefined],
    ['an option that it does not have', '{"attempts":3}', undefined],
    ['half a JSON', '{"maxAttempts":', undefined],
    ['nothing', '', undefined],
  ];
  for (const [name, value = '', retries] of retried) {
    it(`${retries ? 'passes' : 'does not pass'} the number of retries to the gateway: ${name}`, async () => {
      const { runs } = await turnOn([HELLO], { AI_GATEWAY_ID: 'g', AI_GATEWAY_RETRIES: value });
      assert.deepEqual(runs[0]?.options.gateway?.retries, retries);
    });
  }

  const final: readonly [string, () => Response | Promise<Response>, string][] = [
    [
      'the daily allocation is used up',
      () => refusal(429, { internalCode: 3036, message: 'spent' }),
      'site-limit',
    ],
    [
      'the words say so without the code',
      () =>
        refusal(429, { errors: [{ code: 4006, message: 'you have used up your daily free allocation' }] }),
      'site-limit',
    ],
    ['the question is too long', () => refusal(413, { internalCode: 3006 }), 'too-large'],
    ['the input is refused', () => refusal(400, { errors: [{ code: 5004 }] }), 'model-failed'],
  ];
  for (const [name, answer, code] of final) {
    it(`ends in ${code} when ${name}, and asks no other model`, async () => {
      const { runs, end } = await turnOn([answer], { MODEL: 'a', MODEL_FALLBACK: 'b' });
      assert.equal(end?.type === 'error' && end.code, code);
      assert.equal(runs.length, 1);
    });
  }

  it('asks the next model when the first token takes longer than FIRST_TOKEN_MS', async () => {
    const env = { MODEL: 'a', MODEL_FALLBACK: 'b', FIRST_TOKEN_MS: '20' };
    const { runs, text } = await turnOn([(signal) => abortedBy(signal), HELLO], env);
    assert.equal(text, 'Hello');
    assert.equal(runs.length, 2);
  });

  it('waits for the last model as long as the turn may take', async () => {
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(HELLO()), 60));
    const { text } = await turnOn([late], { MODEL: 'a', MODEL_FALLBACK: '', FIRST_TOKEN_MS: '20' });
    assert.equal(text, 'Hello');
  });

  it('reports not-configured where there is no account', async () => {
    const local = (): Promise<Response> => Promise.reject(new Error('Binding AI needs to be run remotely'));
    const { end } = await turnOn([local], { MODEL_FALLBACK: '' });
    assert.equal(end?.type === 'error' && end.code, 'not-configured');
  });

  it('emits nothing more once the visitor has left', async () => {
    const leave = new AbortController();
    const { end } = await turnOn(
      [
        () => {
          leave.abort();
          return Promise.reject(new Error('aborted'));
        },
      ],
      {},
      leave.signal,
    );
    assert.deepEqual(end, { type: 'start', queryId: 'q_1' });
  });

  it('throws only errors of this project', async () => {
    const model = workersAiModel(
      {
        run: () => Promise.reject(new Error('lost')),
        gateway: () => assert.fail('there is no feedback here'),
      },
      { MODEL_FALLBACK: '' },
    );
    const messages = [{ role: 'user' as const, content: 'Hi' }];
    const { signal } = new AbortController();
    const request = { queryId: 'q_1', messages, passages: null, metadata: {}, signal };
    await assert.rejects(collect(model.generate(request, new Answer())), ChatError);
  });
});
