import { expect } from 'chai';
import { buildRequest } from '../../../../widget/ui/asking/request-builder.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';

describe('the request of a turn', () => {
  const own = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');

  afterEach(() => {
    ChatHarness.cleanUp();
    if (own) Object.defineProperty(crypto, 'randomUUID', own);
    else Reflect.deleteProperty(crypto, 'randomUUID');
  });

  it('has an id on a page without TLS, where browsers have no crypto.randomUUID', async () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const { element } = ChatHarness.mount({ endpoint: '/chat', requestFormat: 'n8n' });
    const request = await buildRequest(element, [{ role: 'user', content: 'Say hello.' }]);
    expect(request?.body['sessionId']).to.match(/^[\da-f]{24}$/);
  });

  it('has what request-body adds, under what the page adds', async () => {
    const { element } = ChatHarness.mount({ endpoint: '/chat', requestFormat: 'openai', body: { top_p: 1 } });
    element.setAttribute('request-body', '{"model":"gpt-5-mini","top_p":0,"messages":[]}');
    const messages = [{ role: 'user', content: 'Say hello.' }] as const;
    const request = await buildRequest(element, messages);
    expect(request?.body).to.deep.equal({ model: 'gpt-5-mini', top_p: 1, messages, stream: true });
  });
});
