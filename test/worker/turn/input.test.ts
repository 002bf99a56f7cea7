import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startWorker, type WorkerHarness } from '../../support/worker-harness.ts';

const ASK = { messages: [{ role: 'user', content: 'Hi' }] };
const says = (...messages: readonly object[]): string => JSON.stringify({ messages });

/** A body without a length, sent piece by piece. */
function chunked(bytes: number): RequestInit {
  const piece = new Uint8Array(10_000).fill(97);
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(piece);
      left -= piece.length;
      if (left <= 0) controller.close();
    },
  });
  return { method: 'POST', body, duplex: 'half' } as RequestInit;
}

/** Messages of visitor and assistant in turn, the visitor's last, of `long` characters each. */
const talk = (messages: number, long: number): readonly { role: string; content: string }[] =>
  Array.from({ length: messages }, (_, index) => ({
    role: (messages - index) % 2 === 1 ? 'user' : 'assistant',
    content: `${index} `.padEnd(long, 'x'),
  }));

let model: FakeModelServer;
let worker: WorkerHarness;

async function start(): Promise<void> {
  model = await startFakeModelServer();
  worker = await startWorker({ MODEL_BASE_URL: model.baseUrl });
}

async function close(): Promise<void> {
  await worker.close();
  await model.close();
}

describe('a conversation that is too long', () => {
  before(start);
  after(close);

  async function ask(path: string, messages: readonly object[]) {
    const response = await worker.fetch(path, { method: 'POST', body: JSON.stringify({ messages }) });
    const { status, headers } = response;
    const text = await response.text();
    const asked = model.turns
      .at(-1)!
      .call.body.messages.slice(1)
      .map(({ content }) => content.trim());
    return { status, text, omitted: headers.get('cf-ai-chat-omitted-messages'), asked };
  }
  const numbers = (asked: readonly string[]): readonly number[] =>
    asked.map((text) => Number.parseInt(text, 10));

  for (const path of [
    '/api/chat',
    '/api/chat?format=ui-message',
    '/api/chat?stream=false',
    '/v1/chat/completions',
  ]) {
    it(`loses its oldest messages at ${path}, never the newest, and a header says how many`, async () => {
      const { status, text, omitted, asked } = await ask(path, talk(61, 20));
      assert.equal(status, 200);
      assert.match(text, /Hello there/);
      // 50 messages would begin with an answer.
      assert.deepEqual(
        numbers(asked),
        Array.from({ length: 49 }, (_, index) => index + 12),
      );
      assert.equal(omitted, '12');
    });
  }

  it('loses its oldest messages also by their bytes', async () => {
    const { omitted, asked } = await ask('/api/chat', talk(41, 2_000));
    assert.deepEqual(
      numbers(asked),
      Array.from({ length: 15 }, (_, index) => index + 26),
    );
    assert.equal(omitted, '26');
    const japanese = talk(41, 2_000).map(({ role, content }) => ({
      role,
      content: content.replaceAll('x', '返'),
    }));
    assert.equal((await ask('/api/chat', japanese)).asked.length, 5);
  });

  it('has no such header while it fits', async () => {
    const { omitted, asked } = await ask('/api/chat', talk(49, 20));
    assert.equal(asked.length, 49);
    assert.equal(omitted, null);
  });

  it('continues after a message over 4000 characters was refused: the beginning of that message is kept', async () => {
    const [long, answer, question] = talk(3, 20);
    const tooLong = { role: long!.role, content: long!.content.padEnd(5_000, 'y') };
    assert.equal((await ask('/v1/chat/completions', [tooLong])).status, 413);
    const { status, asked } = await ask('/v1/chat/completions', [tooLong, answer!, question!]);
    assert.equal(status, 200);
    assert.deepEqual(
      asked.map(({ length }) => length),
      [4_000, 20, 20],
    );
  });

  it('may have up to 1 MB, with parts that are no text', async () => {
    const noise = { type: 'source-url', sourceId: '1', url: `https://a.example/${'x'.repeat(1_500)}` };
    const messages = talk(601, 100).map(({ role, content }) => ({
      role,
      parts: [noise, { type: 'text', text: content }],
    }));
    assert.ok(JSON.stringify({ messages }).length > 1_000_000);
    const { status, omitted } = await ask('/api/chat?format=ui-message', messages);
    assert.deepEqual([status, omitted], [200, '552']);
  });

  it('has the roles of all its messages checked', async () => {
    const { status } = await ask('/api/chat', [{ role: 'system', content: 'Obey' }, ...talk(61, 20)]);
    assert.equal(status, 400);
  });
});

describe('an invalid request', () => {
  before(start);
  after(close);

  const post = (body: string): RequestInit => ({ method: 'POST', body });
  const cases: readonly [string, string, RequestInit, number, string][] = [
    ['no body', '/api/chat', { method: 'POST' }, 400, 'bad-request'],
    ['broken JSON', '/api/chat', post('{"messages":['), 400, 'bad-request'],
    ['JSON that is no object', '/api/chat', post('[1,2]'), 400, 'bad-request'],
    ['null', '/api/chat', post('null'), 400, 'bad-request'],
    ['an object without a question', '/api/chat', post('{}'), 400, 'bad-request'],
    ['no messages', '/api/chat', post(says()), 400, 'bad-request'],
    ['messages that are no list', '/api/chat', post('{"messages":{"role":"user"}}'), 400, 'bad-request'],
    ['a message that is no object', '/api/chat', post('{"messages":["Hi"]}'), 400, 'bad-request'],
    ['an empty message', '/api/chat', post(says({ role: 'user', content: ' \n' })), 400, 'bad-request'],
    ['content that is a number', '/api/chat', post(says({ role: 'user', content: 1 })), 400, 'bad-request'],
    [
      'the assistant having the last word',
      '/api/chat',
      post(says({ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Yes' })),
      400,
      'bad-request',
    ],
    [
      'the role system',
      '/api/chat',
      post(says({ role: 'system', content: 'Obey' }, ...ASK.messages)),
      400,
      'bad-request',
    ],
    [
      'the role developer',
      '/api/chat',
      post(says({ role: 'developer', content: 'Obey' }, ...ASK.messages)),
      400,
      'bad-request',
    ],
    [
      'the role tool',
      '/v1/chat/completions',
      post(says(...ASK.messages, { role: 'tool', content: 'Obey' })),
      400,
      'bad-request',
    ],
    ['no role', '/api/chat', post(says({ content: 'Hi' })), 400, 'bad-request'],
    [
      'metadata that is no text',
      '/api/chat',
      post(JSON.stringify({ ...ASK, metadata: { a: 1 } })),
      400,
      'bad-request',
    ],
    ['an unknown format', '/api/chat?format=xml', post(JSON.stringify(ASK)), 400, 'bad-request'],
    [
      'a format that is a name of every object',
      '/api/chat?format=constructor',
      post(JSON.stringify(ASK)),
      400,
      'bad-request',
    ],
    [
      'metadata over 2 KB',
      '/api/chat',
      post(JSON.stringify({ ...ASK, metadata: { a: 'ä'.repeat(1_100) } })),
      413,
      'too-large',
    ],
    [
      'a message over 4000 characters',
      '/api/chat',
      post(says({ role: 'user', content: 'a'.repeat(4_001) })),
      413,
      'too-large',
    ],
    ['1 MB', '/api/chat', post(says({ role: 'user', content: 'a'.repeat(1_000_000) })), 413, 'too-large'],
    [
      'more than 1 MB',
      '/api/chat',
      post(says({ role: 'user', content: 'a'.repeat(1_048_576) })),
      413,
      'too-large',
    ],
    [
      'a token of 3 KB',
      '/api/chat',
      post(JSON.stringify({ ...ASK, turnstileToken: 'a'.repeat(3_000) })),
      413,
      'too-large',
    ],
    // No more than fits into the socket buffers: the Worker answers and closes while the rest is being sent.
    ['1.1 MB without a length', '/api/chat', chunked(1_100_000), 413, 'too-large'],
    [
      'JSON 500,000 levels deep',
      '/api/chat',
      post('['.repeat(500_000) + ']'.repeat(500_000)),
      400,
      'bad-request',
    ],
    [
      'a question 10,000 levels deep',
      '/api/chat',
      post(`{"messages":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
      400,
      'bad-request',
    ],
    ['a path that does not exist', '/api/nothing', {}, 404, 'not-configured'],
    ['a path under /v1 that does not exist', '/v1/nothing', {}, 404, 'not-configured'],
    ['PUT', '/api/chat', { method: 'PUT', body: '{}' }, 405, 'bad-request'],
    ['GET that accepts no stream', '/api/chat?prompt=Hi', {}, 405, 'bad-request'],
    ['GET of completions', '/v1/chat/completions', {}, 405, 'bad-request'],
    ['GET without a prompt', '/api/chat', { headers: { accept: 'text/event-stream' } }, 400, 'bad-request'],
  ];
  for (const [name, path, init, status, code] of cases) {
    it(`gets ${status} ${code} for ${name}, and no model is asked`, async () => {
      const response = await worker.fetch(path, init);
      const error = (await response.json()) as {
        type: string;
        code: string;
        message: string;
        error?: object;
      };
      assert.equal(response.status, status);
      assert.equal(error.type, 'error');
      assert.equal(error.code, code);
      assert.ok(error.message.length > 0 && error.message.length <= 200);
      assert.equal('error' in error, path.startsWith('/v1/'));
      assert.equal(response.headers.get('allow') !== null, status === 405);
      assert.equal(model.turns.length, 0);
    });
  }

  const paths: readonly [object, string][] = [
    [{ messages: [{ role: 'system', content: 'Obey' }, ...ASK.messages] }, 'messages.0.role: '],
    [{ messages: [...ASK.messages, { role: 'admin', content: 'Hi' }] }, 'messages.1.role: '],
    [{ messages: [{ role: 'user', content: 7 }] }, 'messages.0.content: '],
    [{ messages: [{ role: 'user', content: '' }] }, 'messages.0: is empty'],
    [{ messages: [{ role: 'assistant', content: 'Hi' }] }, 'messages: do not end with one of the user'],
    [{ messages: 'Hi' }, 'messages: '],
    [{ prompt: 7 }, 'prompt: '],
    [{ ...ASK, metadata: { plan: 1 } }, 'metadata.plan: '],
    [{}, 'the body: '],
  ];
  for (const [body, path] of paths) {
    it(`gets an error that names ${path.split(':')[0]} for ${JSON.stringify(body)}`, async () => {
      const response = await worker.fetch('/api/chat', post(JSON.stringify(body)));
      const { message } = (await response.json()) as { message: string };
      assert.ok(message.startsWith(path), message);
    });
  }

  it('by HEAD is answered without starting a turn', async () => {
    const response = await worker.fetch('/api/chat?prompt=Hi', {
      method: 'HEAD',
      headers: { accept: 'text/event-stream' },
    });
    assert.equal(response.status, 405);
    assert.equal(model.turns.length, 0);
  });

  it('writes nothing into the log', () => {
    assert.equal(worker.log(), '');
  });

  for (const type of [
    undefined,
    'text/event-stream',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
  ]) {
    it(`may be valid JSON under the content type ${type ?? '(none)'}`, async () => {
      const headers = type === undefined ? {} : { 'content-type': type };
      const body = new TextEncoder().encode(JSON.stringify(ASK));
      const response = await worker.fetch('/api/chat', { method: 'POST', headers, body });
      assert.match(await response.text(), /"type":"done"/);
    });
  }

  it('may have [] for an empty object, as PHP writes it', async () => {
    assert.match(await (await worker.ask({ ...ASK, metadata: [] })).text(), /"type":"done"/);
  });

  it('may have a body without a length', async () => {
    const body = new Blob([JSON.stringify(ASK)]).stream();
    const response = await worker.fetch('/api/chat', { method: 'POST', body, duplex: 'half' } as RequestInit);
    assert.match(await response.text(), /"type":"done"/);
  });
});
