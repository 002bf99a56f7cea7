import { expect } from 'chai';
import type { WireMessage } from '../../../widget/protocol/chat-message.ts';
import { formatRequest, REQUEST_FORMATS } from '../../../widget/protocol/request-format.ts';

const MESSAGES: readonly WireMessage[] = [
  { role: 'user', content: 'One' },
  { role: 'assistant', content: 'Two' },
  { role: 'user', content: 'Three' },
];

describe('formatRequest', () => {
  it('writes the transcript for messages', () => {
    expect(formatRequest('messages', MESSAGES)).to.deep.equal({ messages: MESSAGES });
  });

  it('asks for a stream for openai', () => {
    expect(formatRequest('openai', MESSAGES)).to.deep.equal({ messages: MESSAGES, stream: true });
  });

  it('writes the newest question alone for prompt and query', () => {
    expect(formatRequest('prompt', MESSAGES)).to.deep.equal({ prompt: 'Three' });
    expect(formatRequest('query', MESSAGES)).to.deep.equal({ query: 'Three' });
  });

  it('writes text parts and the id of the conversation for ui-message', () => {
    expect(formatRequest('ui-message', MESSAGES.slice(0, 2), {}, 'first')).to.deep.equal({
      id: 'first',
      messages: [
        { id: 'message-1', role: 'user', parts: [{ type: 'text', text: 'One' }] },
        { id: 'message-2', role: 'assistant', parts: [{ type: 'text', text: 'Two' }] },
      ],
      trigger: 'submit-message',
    });
  });

  it('writes the newest question and the session for n8n', () => {
    expect(formatRequest('n8n', MESSAGES, { action: 'other', plan: 'pro' }, 'first')).to.deep.equal({
      action: 'sendMessage',
      chatInput: 'Three',
      sessionId: 'first',
      plan: 'pro',
    });
  });

  it('adds the keys of the extra body', () => {
    expect(formatRequest('openai', [], { model: 'm' })).to.deep.equal({
      model: 'm',
      messages: [],
      stream: true,
    });
  });

  for (const format of REQUEST_FORMATS) {
    it(`never lets the extra body replace a key of ${format}`, () => {
      const own = formatRequest(format, MESSAGES);
      const hostile = Object.fromEntries(Object.keys(own).map((key) => [key, 'replaced']));
      expect(formatRequest(format, MESSAGES, hostile)).to.deep.equal(own);
    });
  }
});
