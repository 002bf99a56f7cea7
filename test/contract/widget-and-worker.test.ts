import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Conversation } from '../../widget/conversation/conversation.ts';
import { createId } from '../../widget/conversation/create-id.ts';
import type { ChatStatus } from '../../widget/conversation/state.ts';
import { sourcesOf, textOf, type WireMessage } from '../../widget/protocol/chat-message.ts';
import type { ChatErrorCode } from '../../widget/protocol/chat-error.ts';
import { formatRequest } from '../../widget/protocol/format-request.ts';
import type { RequestFormat } from '../../widget/protocol/request-format.ts';
import { HttpTransport } from '../../widget/transport/http-transport.ts';
import type { Env } from '../../worker/env.ts';
import app from '../../worker/index.ts';
import {
  frame,
  SAY_HELLO,
  startFakeModelServer,
  type FakeModelServer,
} from '../support/fake-model-server.ts';
import { indexedDatabase } from '../support/sqlite-database.ts';
import { storeIn } from '../support/conversation-harness.ts';
import { MapStorage } from '../support/map-storage.ts';

const CONTENT = join(import.meta.dirname, '../../demo/docs');
const ENDPOINT = 'https://chat.example.com/api/chat';

interface Setup {
  readonly env: Env;
  readonly path?: string;
  readonly requestFormat?: RequestFormat;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stallTimeoutMs?: number;
}

/** The widget's conversation on its own transport; requests go to the Worker without a network. */
function converse({
  env,
  path = '',
  requestFormat = 'messages',
  headers = {},
  stallTimeoutMs = 5_000,
}: Setup): Conversation {
  const fetch = async (url: string, init: RequestInit): Promise<Response> => app.request(url, init, env);
  const transport = new HttpTransport({ fetch, stallTimeoutMs });
  return new Conversation({
    transport: () => transport,
    store: storeIn(new MapStorage()),
    historyLimit: () => 20,
    now: Date.now,
    createId,
    buildRequest: (messages: readonly WireMessage[]) => ({
      url: `${ENDPOINT}${path}`,
      headers: { ...headers },
      body: formatRequest(requestFormat, messages, {}),
      credentials: 'same-origin',
      messages,
    }),
  });
}

/** Resolves when the newest answer has text. */
function hasText(conversation: Conversation): Promise<void> {
  return new Promise((resolve) => {
    const end = conversation.subscribe(() => {
      const answer = conversation.state.messages.at(-1);
      if (answer?.role !== 'assistant' || textOf(answer) === '') return;
      end();
      resolve();
    });
  });
}

describe("the widget's conversation with the Worker", { timeout: 30_000 }, () => {
  let model: FakeModelServer;
  let env: Env;
  before(async () => {
    model = await startFakeModelServer();
    env = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, DB: indexedDatabase(CONTENT), HEARTBEAT_MS: '50' };
  });
  after(() => model.close());

  it('turns a question into tokens, sources and done', async () => {
    model.reply(SAY_HELLO);
    const conversation = converse({ env });
    const statuses = new Set<ChatStatus>();
    conversation.subscribe(() => statuses.add(conversation.state.status));
    await conversation.send('How do I embed the widget?');
    const [question, answer] = conversation.state.messages;
    assert.equal(textOf(question!), 'How do I embed the widget?');
    assert.equal(textOf(answer!), 'Hello there');
    assert.equal(answer!.status, 'complete');
    assert.match(answer!.queryId ?? '', /^q_/);
    assert.equal(sourcesOf(answer!)[0]?.url, 'https://chat.example.com/docs/embed#embed-the-widget');
    assert.deepEqual([...statuses], ['submitted', 'streaming', 'ready']);
    assert.match(
      model.turns.at(-1)!.call.body.messages.at(-1)!.content,
      /^<passages>\n<passage number="1">\nEmbed the widget\n/,
    );
  });

  it('sends the transcript to the model', async () => {
    model.reply(SAY_HELLO);
    const conversation = converse({ env: { LOCAL: '1', MODEL_BASE_URL: model.baseUrl } });
    await conversation.send('First');
    await conversation.send('Second');
    assert.deepEqual(model.turns.at(-1)!.call.body.messages.slice(1), [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Hello there' },
      { role: 'user', content: 'Second' },
    ]);
  });

  it('gets an answer from the documents without a model', async () => {
    const conversation = converse({ env: { ...env, CHAT_PROVIDER: 'extractive' } });
    await conversation.send('How do I embed the widget?');
    const answer = conversation.state.messages[1]!;
    assert.match(textOf(answer), /^\*\*Embed the widget\*\* \[1\]/);
    assert.equal(answer.status, 'complete');
    assert.equal(sourcesOf(answer).length, 5);
  });

  for (const path of [
    '?format=workers-ai',
    '?format=openai',
    '?stream=false',
    '?format=openai&stream=false',
    '?format=workers-ai&stream=false',
  ]) {
    it(`works at ${path}`, async () => {
      model.reply(SAY_HELLO);
      const conversation = converse({ env, path });
      await conversation.send('Hi');
      assert.equal(textOf(conversation.state.messages[1]!), 'Hello there');
      assert.equal(conversation.state.status, 'ready');
    });
  }

  for (const requestFormat of ['messages', 'openai', 'prompt', 'query', 'ui-message'] as const) {
    it(`works with request-format ${requestFormat}`, async () => {
      model.reply(SAY_HELLO);
      const conversation = converse({ env, requestFormat });
      await conversation.send('Hi');
      assert.equal(textOf(conversation.state.messages[1]!), 'Hello there');
      assert.equal(model.turns.at(-1)!.call.body.messages.at(-1)!.content, 'Hi');
    });
  }

  for (const path of [
    '',
    '?format=workers-ai',
    '?format=openai',
    '?stream=false',
    '?format=openai&stream=false',
  ]) {
    it(`reports a failure by its code in ${path || 'the default format'}`, async () => {
      model.reply((turn) => turn.json({}, 429, { 'retry-after': '9' }));
      const conversation = converse({ env, path });
      await conversation.send('Hi');
      assert.equal(conversation.state.error?.code, 'model-busy');
      assert.equal(conversation.state.status, 'error');
      if (!path.includes('format')) assert.equal(conversation.state.error.retryAfter, 9);
    });
  }

  const refusals: readonly [string, Setup['headers'], Env, ChatErrorCode][] = [
    ['a foreign origin', { Origin: 'https://evil.example' }, {}, 'origin-refused'],
    ['settings that make no sense', {}, { CHAT_PROVIDER: 'nonsense' }, 'not-configured'],
  ];
  for (const [name, headers = {}, settings, code] of refusals) {
    it(`reports ${code} for ${name}`, async () => {
      const conversation = converse({ env: { ...env, ...settings }, headers });
      await conversation.send('Hi');
      assert.equal(conversation.state.error?.code, code);
    });
  }

  it('keeps the text of an answer that broke off, and reports the break', async () => {
    model.reply(async (turn) => {
      await turn.say('Half an ans');
      await turn.write(frame({ error: { message: 'lost' } }));
    });
    const conversation = converse({ env });
    await conversation.send('Hi');
    assert.equal(textOf(conversation.state.messages[1]!), 'Half an ans');
    assert.equal(conversation.state.error?.code, 'model-failed');
  });

  it('gets an answer on retry', async () => {
    model.reply((turn) => turn.json({}, 503));
    const conversation = converse({ env });
    await conversation.send('Hi');
    model.reply(SAY_HELLO);
    await conversation.retry();
    assert.equal(textOf(conversation.state.messages.at(-1)!), 'Hello there');
    assert.equal(conversation.state.error, null);
  });

  it('stops the model when the visitor stops, and keeps the text that arrived', async () => {
    model.reply((turn) => turn.say('Half an ans'));
    const conversation = converse({ env });
    const streaming = hasText(conversation);
    const sent = conversation.send('Hi');
    const turn = await model.asked();
    await streaming;
    conversation.stop();
    await sent;
    assert.equal(await turn.closed, true);
    assert.equal(conversation.state.messages[1]?.status, 'stopped');
    assert.equal(textOf(conversation.state.messages[1]), 'Half an ans');
  });

  it("survives a model that sends nothing for longer than the widget's stall timeout", async () => {
    model.reply(() => undefined);
    const conversation = converse({ env: { ...env, TURN_TIMEOUT_MS: '1500' }, stallTimeoutMs: 1_000 });
    await conversation.send('Hi');
    assert.equal(conversation.state.error?.code, 'model-timeout');
  });
});
