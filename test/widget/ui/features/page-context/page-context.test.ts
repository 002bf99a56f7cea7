import { expect } from 'chai';
import type { JsonObject } from '../../../../../widget/protocol/json.ts';
import type { RequestFormat } from '../../../../../widget/protocol/request-format.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const WORDS = 'Delivery takes three days.';

describe('the page context that is sent with a question', () => {
  const { title } = document;
  const { href } = location;
  let transport: ScriptedTransport;
  let paragraph: HTMLElement;

  beforeEach(() => {
    transport = new ScriptedTransport();
    paragraph = document.createElement('p');
    paragraph.textContent = WORDS;
    document.body.append(paragraph);
    document.title = '  Prices\n and delivery ';
  });
  afterEach(() => {
    ChatHarness.cleanUp();
    paragraph.remove();
    document.getSelection()?.empty();
    document.title = title;
    history.replaceState(null, '', href);
  });

  const page = (): string => location.href.replace(/#.*/, '');

  /** Opens a chat, once the page has noticed the selection. */
  async function open(settings: HarnessSettings): Promise<ChatHarness> {
    return ChatHarness.open(transport, { endpoint: '/api/chat', ...settings });
  }

  /** The request body of the next question. */
  async function bodyOf(chat: ChatHarness): Promise<JsonObject> {
    await chat.ask('How?');
    const { request } = await transport.answer('So.');
    await chat.until('the end of the answer', () => chat.element.status === 'ready');
    return request.body;
  }

  function select(node: Node): Promise<unknown> {
    const changed = new Promise((resolve) =>
      document.addEventListener('selectionchange', resolve, { once: true }),
    );
    document.getSelection()?.selectAllChildren(node);
    return changed;
  }

  for (const [pageContext, told] of [
    ['', []],
    ['url', ['url']],
    ['title', ['title']],
    ['selection', ['selection']],
    ['url title selection', ['url', 'title', 'selection']],
    [
      ['title', 'url'],
      ['url', 'title'],
    ],
    ['cookies', []],
  ] as const)
    it(`contains what page-context names, and nothing else: ${JSON.stringify(pageContext)}`, async () => {
      await select(paragraph);
      const body = await bodyOf(await open({ pageContext }));
      const all: JsonObject = { url: page(), title: 'Prices and delivery', selection: WORDS };
      const expected = Object.fromEntries(told.map((name) => [name, all[name]]));
      expect(body['metadata']).to.deep.equal(told.length > 0 ? expected : undefined);
    });

  it('leaves the transcript in the request unchanged', async () => {
    await select(paragraph);
    const chat = await open({ pageContext: 'url title selection' });
    const { messages } = await bodyOf(chat);
    expect(messages).to.deep.equal([{ role: 'user', content: 'How?' }]);
    expect(JSON.stringify(chat.element.messages)).not.to.contain('Delivery');
  });

  it('does not replace metadata of the owner', async () => {
    const body = { plan: 'pro', metadata: { title: 'Mine', user: 'u1' } };
    const sent = await bodyOf(await open({ pageContext: 'url title', body }));
    expect(sent['metadata']).to.deep.equal({ title: 'Mine', user: 'u1', url: page() });
    expect(sent['plan']).to.equal('pro');
  });

  it('leaves metadata unchanged that is not an object', async () => {
    const sent = await bodyOf(await open({ pageContext: 'url', body: { metadata: 'own' } }));
    expect(sent['metadata']).to.equal('own');
  });

  for (const [requestFormat, isTold] of Object.entries({
    messages: true,
    openai: false,
    'openai-responses': false,
    prompt: true,
    query: true,
    'ui-message': true,
    n8n: true,
    dify: true,
    chatkit: true,
    // In the properties that are passed on to the agent.
    'ag-ui': false,
    // In the parameters of the JSON-RPC call.
    a2a: false,
  } satisfies Record<RequestFormat, boolean>))
    it(`is ${isTold ? '' : 'not '}sent in the format ${requestFormat}`, async () => {
      const settings = { pageContext: 'url', requestFormat: requestFormat as RequestFormat };
      const sent = await bodyOf(await open(settings));
      expect(sent['metadata']).to.deep.equal(isTold ? { url: page() } : undefined);
    });

  it('has the address without its fragment', async () => {
    history.replaceState(null, '', `${href}#secret`);
    const { metadata } = await bodyOf(await open({ pageContext: 'url' }));
    expect(metadata).to.deep.equal({ url: page() });
  });

  it('has a long address without its query', async () => {
    history.replaceState(null, '', `?q=${'x'.repeat(1_000)}`);
    const { metadata } = await bodyOf(await open({ pageContext: 'url' }));
    expect(metadata).to.deep.equal({ url: `${location.origin}${location.pathname}` });
  });

  it('is read again for each question', async () => {
    const chat = await open({ pageContext: 'title' });
    await bodyOf(chat);
    document.title = 'Contact';
    expect((await bodyOf(chat))['metadata']).to.deep.equal({ title: 'Contact' });
  });

  it('begins when the attribute is set, and ends when it is removed', async () => {
    const chat = await open({});
    chat.element.setAttribute('page-context', 'title');
    expect((await bodyOf(chat))['metadata']).to.deep.equal({ title: 'Prices and delivery' });
    chat.element.removeAttribute('page-context');
    expect(await bodyOf(chat)).not.to.have.property('metadata');
  });

  describe('with the selected text', () => {
    for (const mode of ['inline', 'floating'] as const)
      it(`keeps the selection while the visitor types, although most browsers clear it then (${mode})`, async () => {
        await select(paragraph);
        const chat = await open({ pageContext: 'selection', mode });
        chat.input.focus();
        // The selectionchange event comes a moment later.
        await chat.drawn();
        await chat.drawn();
        expect((await bodyOf(chat))['metadata']).to.deep.equal({ selection: WORDS });
      });

    it('contains what was selected after the chat was opened', async () => {
      const chat = await open({ pageContext: 'selection', mode: 'inline' });
      await select(paragraph);
      expect((await bodyOf(chat))['metadata']).to.deep.equal({ selection: WORDS });
    });

    it('contains no selection after the visitor has cleared it', async () => {
      const chat = await open({ pageContext: 'selection', mode: 'inline' });
      await select(paragraph);
      const changed = new Promise((resolve) =>
        document.addEventListener('selectionchange', resolve, { once: true }),
      );
      document.getSelection()?.collapse(paragraph);
      await changed;
      expect(await bodyOf(chat)).not.to.have.property('metadata');
    });

    it('never contains selected text of the chat itself', async () => {
      const chat = await open({ pageContext: 'selection', mode: 'inline' });
      await bodyOf(chat);
      const reply = chat.lastReply;
      if (!reply) throw new Error('expected an answer');
      await select(reply);
      await chat.drawn();
      expect(await bodyOf(chat)).not.to.have.property('metadata');
    });
  });
});
