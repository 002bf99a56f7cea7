import { expect } from 'chai';
import { openFileStore } from '../../../../widget/attachments/file-store.ts';
import { forgetFiles } from '../../../../widget/attachments/with-files.ts';
import type { WireMessage } from '../../../../widget/protocol/chat-message.ts';
import { buildRequest } from '../../../../widget/ui/asking/request-builder.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { until } from '../../../support/until.ts';

describe('the request of a turn', () => {
  const own = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');

  afterEach(() => {
    ChatHarness.cleanUp();
    if (own) Object.defineProperty(crypto, 'randomUUID', own);
    else Reflect.deleteProperty(crypto, 'randomUUID');
  });

  it('has an id on a page without TLS, where browsers lack crypto.randomUUID', async () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const { element } = ChatHarness.mount({ endpoint: '/chat', requestFormat: 'n8n' });
    const request = await buildRequest(element, [{ role: 'user', content: 'Say hello.' }]);
    expect(request?.body['sessionId']).to.match(/^[\da-f]{24}$/);
  });

  it('merges request-body with the body that the page sets, and the page wins', async () => {
    const { element } = ChatHarness.mount({ endpoint: '/chat', requestFormat: 'openai', body: { top_p: 1 } });
    element.setAttribute('request-body', '{"model":"gpt-5-mini","top_p":0,"messages":[]}');
    const messages = [{ role: 'user', content: 'Say hello.' }] as const;
    const request = await buildRequest(element, messages);
    expect(request?.body).to.deep.equal({ model: 'gpt-5-mini', top_p: 1, messages, stream: true });
  });
});

describe('the request of a question with a file', () => {
  const store = openFileStore({ name: 'cf-ai-chat:default:files', isPersistent: true });
  const part = { type: 'file', url: '', mediaType: 'image/png', name: 'cat.png', id: 'cat' } as const;
  const messages: readonly WireMessage[] = [{ role: 'user', content: 'This?', files: [part] }];
  const url = 'data:image/png;base64,aGk=';

  beforeEach(() => store.put('cat', new Blob(['hi'], { type: 'image/png' })));
  afterEach(() => {
    ChatHarness.cleanUp();
    return store.delete(['cat']);
  });

  it("has the file in the notation of the request format, or in the messages of the page's own transport", async () => {
    const { element } = ChatHarness.mount({ endpoint: '/chat', requestFormat: 'openai-responses' });
    const request = await buildRequest(element, messages);
    const content = [
      { type: 'input_text', text: 'This?' },
      { type: 'input_image', detail: 'auto', image_url: url },
    ];
    expect(request?.body).to.deep.equal({ input: [{ role: 'user', content }], stream: true });
    expect(request?.messages).to.deep.equal([{ role: 'user', content: 'This?', files: [{ ...part, url }] }]);
  });

  it("has the address that the page's `upload` function returns", async () => {
    const told: string[] = [];
    const upload = async (file: File): Promise<{ url: string }> => {
      told.push(`${file.name} ${await file.text()}`);
      return { url: 'https://files.example/cat.png' };
    };
    const { element } = ChatHarness.mount({ endpoint: '/chat', requestFormat: 'openai', upload });
    const request = await buildRequest(element, messages);
    expect(JSON.stringify(request?.body))
      .to.include('https://files.example/cat.png')
      .and.not.include('base64');
    expect(told).to.deep.equal(['cat.png hi']);
  });

  for (const isRemoved of [true, false])
    it(`the stored file ${isRemoved ? 'is deleted' : 'stays'} when its conversation was removed${isRemoved ? '' : ' and restored'}`, async () => {
      const entries = new Map([['a record', JSON.stringify({ parts: [part] })]]);
      const { element } = ChatHarness.mount({ endpoint: '/chat' });
      forgetFiles(element, { id: 'c', entries }, () => isRemoved);
      expect(await store.get('cat')).to.be.instanceOf(Blob);
      dispatchEvent(new Event('pagehide'));
      const kept = (): Promise<Blob | undefined> => store.get('cat');
      if (isRemoved) await until(kept, (file) => file === undefined);
      else expect(await kept()).to.be.instanceOf(Blob);
    });
});
