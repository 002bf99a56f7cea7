import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import type { WireMessage } from '../../../widget/protocol/chat-message.ts';
import { formatHeaders, formatRequest } from '../../../widget/protocol/format-request.ts';
import { readRequestBody, REQUEST_FORMATS } from '../../../widget/protocol/request-format.ts';

const MESSAGES: readonly WireMessage[] = [
  { role: 'user', content: 'One' },
  { role: 'assistant', content: 'Two' },
  { role: 'user', content: 'Three' },
];

/** The keys of a body, without those that the page must set for Dify. */
function keysOf(body: object): readonly string[] {
  return Object.keys(body).filter((key) => key !== 'inputs' && key !== 'user');
}

describe('formatRequest', () => {
  it('writes the transcript for "messages"', () => {
    expect(formatRequest('messages', MESSAGES)).to.deep.equal({ messages: MESSAGES });
  });

  it('requests a stream for "openai"', () => {
    expect(formatRequest('openai', MESSAGES)).to.deep.equal({ messages: MESSAGES, stream: true });
  });

  it('writes only the newest question for "prompt" and "query"', () => {
    expect(formatRequest('prompt', MESSAGES)).to.deep.equal({ prompt: 'Three' });
    expect(formatRequest('query', MESSAGES)).to.deep.equal({ query: 'Three' });
  });

  it('writes text parts and the id of the conversation for "ui-message"', () => {
    expect(formatRequest('ui-message', MESSAGES.slice(0, 2), {}, { sessionId: 'first' })).to.deep.equal({
      id: 'first',
      messages: [
        { id: 'message-1', role: 'user', parts: [{ type: 'text', text: 'One' }] },
        { id: 'message-2', role: 'assistant', parts: [{ type: 'text', text: 'Two' }] },
      ],
      trigger: 'submit-message',
    });
  });

  it('writes the input of a run for "ag-ui"', () => {
    const body = formatRequest(
      'ag-ui',
      MESSAGES.slice(0, 2),
      { metadata: 'm', plan: 'pro', threadId: 'other' },
      { sessionId: 'first', key: 'k' },
    );
    expect(body).to.deep.equal({
      threadId: 'first',
      runId: 'k',
      messages: [
        { id: 'message-1', role: 'user', content: 'One' },
        { id: 'message-2', role: 'assistant', content: 'Two' },
      ],
      plan: 'pro',
      state: {},
      tools: [],
      context: [],
      forwardedProps: { metadata: 'm' },
    });
  });

  it('writes the newest question and the session for "n8n"', () => {
    expect(
      formatRequest('n8n', MESSAGES, { action: 'other', plan: 'pro' }, { sessionId: 'first' }),
    ).to.deep.equal({
      action: 'sendMessage',
      chatInput: 'Three',
      sessionId: 'first',
      plan: 'pro',
    });
  });

  it('writes a JSON-RPC call with the newest question for "a2a"', () => {
    const message = {
      messageId: 'first-3',
      contextId: 'first',
      role: 'ROLE_USER',
      parts: [{ text: 'Three' }],
    };
    const call = { jsonrpc: '2.0', id: 'first-3', method: 'SendStreamingMessage', params: { message } };
    expect(formatRequest('a2a', MESSAGES, {}, { sessionId: 'first' })).to.deep.equal(call);
    expect(formatRequest('a2a', MESSAGES, { metadata: 'm' }, { sessionId: 'first' })['params']).to.deep.equal(
      {
        message,
        metadata: 'm',
      },
    );
    expect(formatHeaders('a2a', { 'x-a': 'b' })).to.deep.equal({ 'A2A-Version': '1.0', 'x-a': 'b' });
  });

  it('writes the body of the older A2A version that the page names', () => {
    const headers = { 'a2a-version': '0.3' };
    expect(formatHeaders('a2a', headers)).to.deep.equal(headers);
    const { method, params } = formatRequest('a2a', MESSAGES, {}, { headers });
    expect(method).to.equal('message/stream');
    expect(params).to.deep.equal({
      message: { kind: 'message', messageId: '-3', role: 'user', parts: [{ kind: 'text', text: 'Three' }] },
    });
  });

  it('writes the input of OpenAI’s Responses API', () => {
    expect(formatRequest('openai-responses', MESSAGES, { model: 'm' })).to.deep.equal({
      model: 'm',
      input: MESSAGES,
      stream: true,
    });
  });

  it('sends Dify its own id of the conversation, and the user that the page names', () => {
    const first = formatRequest('dify', MESSAGES, {}, { sessionId: 's' });
    expect(first).to.deep.equal({
      inputs: {},
      user: 's',
      query: 'Three',
      response_mode: 'streaming',
      conversation_id: '',
    });
    const next = formatRequest('dify', MESSAGES, { user: 'u', inputs: { a: 1 } }, { threadId: 't' });
    expect(next).to.deep.include({ user: 'u', inputs: { a: 1 }, conversation_id: 't' });
  });

  it('begins a thread of ChatKit, and continues that thread', () => {
    const content = [{ type: 'input_text', text: 'Three' }];
    const input = { content, attachments: [], quoted_text: null, inference_options: {} };
    expect(formatRequest('chatkit', MESSAGES)).to.deep.equal({ type: 'threads.create', params: { input } });
    expect(formatRequest('chatkit', MESSAGES, {}, { threadId: 't' })).to.deep.equal({
      type: 'threads.add_user_message',
      params: { thread_id: 't', input },
    });
  });

  it('adds the keys of request-body', () => {
    expect(formatRequest('openai', [], { model: 'm' })).to.deep.equal({
      model: 'm',
      messages: [],
      stream: true,
    });
  });

  for (const format of REQUEST_FORMATS) {
    it(`never lets request-body replace a key of ${format}`, () => {
      const own = formatRequest(format, MESSAGES);
      const hostile = Object.fromEntries(keysOf(own).map((key) => [key, 'replaced']));
      expect(formatRequest(format, MESSAGES, hostile)).to.deep.equal(own);
    });
  }
});

describe('readRequestBody', () => {
  it('reads the keys that request-body adds', () => {
    expect(readRequestBody('{"model":"gpt-5-mini","top_p":1}')).to.deep.equal({
      model: 'gpt-5-mini',
      top_p: 1,
    });
    expect(readRequestBody('  ')).to.deep.equal({});
  });

  for (const format of REQUEST_FORMATS)
    it(`refuses to replace a key of the format ${format}`, () => {
      const own = formatRequest(format, MESSAGES);
      const replaced = Object.fromEntries(keysOf(own).map((key) => [key, 'another']));
      expect(formatRequest(format, MESSAGES, readRequestBody(JSON.stringify(replaced)))).to.deep.equal(own);
    });

  for (const text of ['{model: "gpt-5-mini"}', '"gpt-5-mini"', '[]', 'null', '{“model”:“gpt-5-mini”}'])
    it(`reports that ${text} is not a JSON object`, () => {
      expect(() => readRequestBody(text))
        .to.throw(ChatError, `request-body="${text}" is no JSON object`)
        .with.property('code', 'not-configured');
    });
});
