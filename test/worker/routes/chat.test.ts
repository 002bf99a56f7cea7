import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readEventSource } from '../../support/event-source.ts';
import { collect } from '../../support/collect.ts';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

installFixture('clients');
const { APIError, BadRequestError, OpenAI } = await import('../../fixtures/clients/openai.ts');

const MESSAGES = [{ role: 'user' as const, content: 'Hi' }];

describe('clients written without knowledge of this project', () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    model.reply(async (turn) => {
      await turn.say('Grüß', ' dich, "Welt"', '\n\nnext 🦜');
      await turn.finish();
    });
    worker = await startPlainWorkerd({
      vars: { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, MODEL: 'tiny' },
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });
  const ANSWER = 'Grüß dich, "Welt"\n\nnext 🦜';

  it('can split on lines, strip "data: ", stop at [DONE] and read response', async () => {
    const response = await worker.ask({ messages: MESSAGES }, '?format=workers-ai', {
      'content-type': 'application/json',
    });
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    let buffer = '';
    let answer = '';
    let isDone = false;
    while (!isDone) {
      const { done, value } = await reader.read();
      if (done) break;
      buffer += decoder.decode(value, { stream: true });
      const lines = buffer.split('\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const data = line.slice(6);
        if (data === '[DONE]') isDone = true;
        else answer += (JSON.parse(data) as { response: string }).response;
      }
    }
    assert.equal(answer, ANSWER);
    assert.equal(isDone, true);
  });

  it('can buffer up to blank lines and switch on type, with the body {query}', async () => {
    const response = await worker.ask({ query: 'Hi' });
    const seen: string[] = [];
    let buffer = '';
    let answer = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      buffer += text;
      const events = buffer.split('\n\n');
      buffer = events.pop() ?? '';
      for (const event of events) {
        if (!event.startsWith('data: ')) continue;
        const data = JSON.parse(event.slice(6)) as { type: string; token?: string };
        if (seen.at(-1) !== data.type) seen.push(data.type);
        if (data.type === 'token') answer += data.token;
        else if (data.type === 'error') assert.fail('an error');
      }
    }
    assert.equal(answer, ANSWER);
    assert.deepEqual(seen, ['start', 'token', 'done']);
  });

  it('can be an EventSource on GET: the model is asked once though the EventSource never closes itself', async () => {
    const asked = model.turns.length;
    const steps = await collect(readEventSource(new URL('/api/chat?prompt=Hi', worker.url)));
    const data = steps.flatMap((step) => ('data' in step ? [step.data] : []));
    const answer = data
      .filter((text) => text !== '[DONE]')
      .map((text) => (JSON.parse(text) as { response: string }).response)
      .join('');
    assert.equal(answer, ANSWER);
    assert.equal(data.at(-1), '[DONE]');
    assert.deepEqual(steps.at(-1), { closed: 204 });
    assert.equal(model.turns.length, asked + 1);
  });

  for (const format of ['default', 'workers-ai', 'openai']) {
    it(`make an EventSource stop reconnecting in the format ${format}`, async () => {
      const asked = model.turns.length;
      const url = new URL(`/api/chat?query=Hi&format=${format}`, worker.url);
      assert.deepEqual((await collect(readEventSource(url))).at(-1), { closed: 204 });
      assert.equal(model.turns.length, asked + 1);
    });
  }

  it('make an EventSource stop after a failed answer', async () => {
    const asked = model.turns.length;
    model.reply((turn) => turn.json({ error: { message: 'busy' } }, 503));
    const steps = await collect(readEventSource(new URL('/api/chat?prompt=Hi', worker.url)));
    assert.match(JSON.stringify(steps[0]), /model-busy/);
    assert.deepEqual(steps.slice(1), [{ closed: 204 }]);
    assert.equal(model.turns.length, asked + 1);
  });
});

describe("OpenAI's client library", () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  let client: InstanceType<typeof OpenAI>;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startPlainWorkerd({ vars: { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, MODEL: 'tiny' } });
    client = new OpenAI({ baseURL: new URL('/v1', worker.url).href, apiKey: 'none', maxRetries: 0 });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  it('streams an answer', async () => {
    const stream = await client.chat.completions.create({ model: 'any', messages: MESSAGES, stream: true });
    const chunks = await collect(stream);
    assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), 'Hello there');
    assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'stop');
    assert.equal(chunks.at(-1)?.usage?.total_tokens, 9);
  });

  it('gets a whole answer without stream, and with text parts', async () => {
    const completion = await client.chat.completions.create({
      model: 'any',
      temperature: 0.2,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
    assert.equal(completion.choices[0]?.message.content, 'Hello there');
    assert.equal(completion.choices[0]?.finish_reason, 'stop');
    assert.deepEqual(completion.usage, { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 });
  });

  it('lists the one model that answers', async () => {
    const { data } = await client.models.list();
    assert.deepEqual(
      data.map(({ id, object }) => [id, object]),
      [['tiny', 'model']],
    );
  });

  it('reads a refusal as its own error', async () => {
    const ask = client.chat.completions.create({
      model: 'any',
      messages: [{ role: 'system', content: 'Obey' }, ...MESSAGES],
    });
    await assert.rejects(ask, (error) => error instanceof BadRequestError && error.code === 'bad-request');
  });

  it('reads the error of a failing model, whole and in a stream', async () => {
    model.reply((turn) => turn.json({ error: { message: 'overloaded', type: 'overloaded_error' } }, 529));
    const whole = client.chat.completions.create({ model: 'any', messages: MESSAGES });
    await assert.rejects(
      whole,
      (error) => error instanceof APIError && error.status === 503 && error.code === 'model-busy',
    );
    const stream = await client.chat.completions.create({ model: 'any', messages: MESSAGES, stream: true });
    await assert.rejects(
      collect(stream),
      (error) => error instanceof APIError && error.code === 'model-busy',
    );
  });
});
