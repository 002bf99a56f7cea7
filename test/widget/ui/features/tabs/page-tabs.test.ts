import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const { BroadcastChannel } = globalThis;

/** An open chat that shares its conversation with the others of the same name, as one in another tab does. */
function openTab(transport: ScriptedTransport, settings: HarnessSettings = {}): Promise<ChatHarness> {
  return ChatHarness.open(transport, { persist: 'local', instance: 'tabs', mode: 'inline', ...settings });
}

describe('a chat in two tabs', () => {
  afterEach(() => {
    ChatHarness.cleanUp();
    globalThis.BroadcastChannel = BroadcastChannel;
  });

  it('draws the answer of the other tab while it grows, and its end', async () => {
    const transport = new ScriptedTransport();
    const [first, second] = [await openTab(transport), await openTab(transport)];
    await first.ask('Hello?');
    const turn = await transport.asked();
    await turn.say('**One** ');
    await second.until('the first word', () => second.lastReply?.textContent.includes('One'));
    expect(second.sendButton.ariaLabel).to.equal('Stop answering');
    await turn.say('two');
    await second.until('the second word', () => second.bodies.at(-1) === 'One two');
    await turn.finish();
    await second.until('its end', () => second.element.status === 'ready');
    expect(second.bodies).to.eql(first.bodies);
    expect(second.lastReply?.querySelector('strong')?.textContent).to.equal('One');
  });

  it('stops the answer of the other tab by its own button', async () => {
    const transport = new ScriptedTransport();
    const [first, second] = [await openTab(transport), await openTab(transport)];
    await first.ask('Hello?');
    await (await transport.asked()).say('One ');
    await second.until('the answer', () => second.element.status === 'streaming');
    await second.pressSend();
    await first.until('the end', () => first.element.status === 'ready');
    expect(first.element.messages.at(-1)?.status).to.equal('stopped');
  });

  it('shares nothing where each tab keeps its own conversation', async () => {
    const transport = new ScriptedTransport();
    const settings = { persist: 'session' } as const;
    const [first, second] = [await openTab(transport, settings), await openTab(transport, settings)];
    await first.ask('Hello?');
    await transport.answer('Hi');
    expect(second.bodies).to.eql([]);
  });

  it('works where the browser has no channel', async () => {
    Object.assign(globalThis, { BroadcastChannel: undefined });
    const transport = new ScriptedTransport();
    const first = await openTab(transport);
    await first.ask('Hello?');
    await transport.answer('Hi');
    expect(first.element.messages.map(({ status }) => status)).to.eql(['complete', 'complete']);
  });

  it('closes its channel when the chat is removed, and keeps it when it is moved', async () => {
    const open = new Set<BroadcastChannel>();
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        open.add(this);
      }

      override close(): void {
        open.delete(this);
        super.close();
      }
    };
    const chat = await openTab(new ScriptedTransport());
    expect(open.size).to.equal(1);
    document.body.append(document.createElement('div'));
    document.body.lastElementChild?.append(chat.element);
    await chat.drawn();
    expect(open.size).to.equal(1);
    chat.element.remove();
    await Promise.resolve();
    expect(open.size).to.equal(0);
  });
});
