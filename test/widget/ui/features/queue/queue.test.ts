import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from '../../../../support/scripted-transport.ts';
import { setOnline } from '../../../../support/set-online.ts';

describe('a question typed while an answer streams', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const queued = (chat: ChatHarness): readonly string[] =>
    [...chat.root.querySelectorAll('[part=queue] li')].map((item) => item.textContent.trim());

  async function streaming(settings: HarnessSettings = {}): Promise<[ChatHarness, ScriptedTurn]> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('One');
    const turn = await transport.asked();
    await turn.say('Half');
    return [chat, turn];
  }

  it('is queued with Enter, announced, and sent when the answer is complete', async () => {
    const [chat, turn] = await streaming();
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    expect(queued(chat)).to.deep.equal(['Two']);
    expect(chat.announcement).to.equal('Will be sent next.');
    expect(chat.input.value).to.equal('');
    await turn.finish();
    await transport.answer('2');
    await chat.until('the second answer', () => chat.bodies.includes('2'));
    expect(chat.bodies).to.deep.equal(['One', 'Half', 'Two', '2']);
    expect(queued(chat)).to.deep.equal([]);
  });

  it('is sent when it was entered a moment before the answer ended', async () => {
    const [chat, turn] = await streaming();
    await chat.type('Two');
    // The code of the queue may still be loading.
    chat.press('Enter');
    expect(transport.turns).to.have.length(1);
    await turn.finish();
    await transport.answer('2');
    await chat.until('the second answer', () => chat.bodies.includes('2'));
    expect(chat.bodies).to.deep.equal(['One', 'Half', 'Two', '2']);
    expect(chat.input.value).to.equal('');
  });

  it('is sent only after the first answer has been announced', async () => {
    const [chat, turn] = await streaming();
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    const said = new Set<string>();
    const region = chat.root.querySelector('[role=status]')!;
    const observer = new MutationObserver(() => said.add(region.textContent.trim()));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    await turn.finish();
    await transport.asked();
    await chat.until('the answer', () => said.has('Half'));
    observer.disconnect();
  });

  it('leaves the stop button in place, beside a second button that queues', async () => {
    const [chat, turn] = await streaming();
    const { x } = chat.sendButton.getBoundingClientRect();
    await chat.type('Two');
    const button = await chat.until('a button', () =>
      chat.root.querySelector<HTMLButtonElement>('[part=send-next]'),
    );
    expect(chat.sendButton.ariaLabel).to.equal('Stop answering');
    expect(chat.sendButton.getBoundingClientRect().x).to.equal(x);
    button.click();
    await chat.until('a queue', () => queued(chat).length === 1);
    expect(chat.root.querySelector('[part=send-next]')).to.equal(null);
    expect(chat.root.activeElement).to.equal(chat.input);
    expect(turn.signal.aborted).to.equal(false);
    await turn.finish();
  });

  it('can be taken back into the text box, which gets focus', async () => {
    const [chat, turn] = await streaming();
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    await chat.pressButton('Take back: Two');
    await chat.drawn();
    expect(chat.input.value).to.equal('Two');
    expect(chat.root.activeElement).to.equal(chat.input);
    expect(queued(chat)).to.deep.equal([]);
    await turn.finish();
    expect(transport.turns.length).to.equal(1);
  });

  it('is not sent by a press on Stop that comes a moment after the end of the answer', async () => {
    const [chat, turn] = await streaming();
    await chat.type('Two and');
    await turn.finish();
    chat.sendButton.click();
    expect(chat.input.value).to.equal('Two and');
    expect(transport.turns.length).to.equal(1);
    await chat.type('Two and three');
    await chat.pressSend();
    await transport.answer('3');
  });

  it('comes back into the text box when the visitor stops the answer', async () => {
    const [chat] = await streaming();
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    await chat.pressSend();
    await chat.until('the words', () => chat.input.value === 'Two');
    expect(queued(chat)).to.deep.equal([]);
    expect(transport.turns.length).to.equal(1);
  });

  it('fires cf-ai-chat-send once, when the visitor sends it', async () => {
    const [chat, turn] = await streaming();
    const asked: string[] = [];
    chat.element.addEventListener('cf-ai-chat-send', (event) => {
      asked.push(event.text);
      if (event.text === 'No') event.preventDefault();
    });
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    await chat.ask('No');
    await chat.until('the refusal', () => asked.length === 2);
    expect(chat.input.value).to.equal('No');
    await turn.finish();
    await transport.answer('2');
    expect(asked).to.deep.equal(['Two', 'No']);
  });

  it('does not scroll the reader of the answer away when it is sent', async () => {
    const [chat, turn] = await streaming();
    await turn.say(...Array.from({ length: 60 }, (_, line) => `\n\nParagraph ${line}.`));
    await chat.drawn();
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    await chat.drawn();
    const scroller = chat.part('transcript');
    const { scrollTop } = scroller;
    await turn.finish();
    await (await transport.asked()).say('2');
    await chat.until('the next question', () => chat.bodies.includes('Two'));
    await chat.drawn();
    expect(scroller.scrollTop).to.be.closeTo(scrollTop, 1);
  });

  it('has no axe violations', async () => {
    const [chat, turn] = await streaming();
    await chat.ask('Two');
    await chat.until('a queue', () => queued(chat).length === 1);
    await chat.type('Three');
    expect(await violations(chat)).to.deep.equal([]);
    await turn.finish();
  });
});

describe('a question without a network', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
    setOnline(false);
  });
  afterEach(() => {
    setOnline(undefined);
    ChatHarness.cleanUp();
  });

  async function sent(text: string): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport);
    await chat.ask(text);
    await (await transport.asked()).refuse('offline');
    await chat.until('the wait', () => chat.root.querySelector('.failure.waiting .step'));
    return chat;
  }

  const waiting = (chat: ChatHarness): string =>
    chat.root.querySelector('.failure.waiting')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';

  it('says that it will be sent, and is sent when the network is back', async () => {
    const chat = await sent('One');
    expect(waiting(chat)).to.equal('Will be sent when you are online again. Take back');
    expect(chat.errorText).to.equal('');
    expect(await violations(chat)).to.deep.equal([]);
    setOnline(true);
    await transport.answer('1');
    await chat.until('the answer', () => chat.bodies.includes('1'));
    expect(chat.bodies).to.deep.equal(['One', '1']);
    expect(waiting(chat)).to.equal('');
  });

  it('is taken back into the text box', async () => {
    const chat = await sent('One');
    await chat.pressButton('Take back');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal([]);
    expect(chat.input.value).to.equal('One');
    setOnline(true);
    await chat.drawn();
    expect(transport.turns.length).to.equal(1);
  });

  it('makes later questions wait behind it', async () => {
    const chat = await sent('One');
    await chat.ask('Two');
    await chat.until('a queue', () => chat.root.querySelector('[part=queue]'));
    setOnline(true);
    await transport.answer('1');
    await transport.answer('2');
    await chat.until('the answers', () => chat.bodies.length === 4);
    expect(chat.bodies).to.deep.equal(['One', '1', 'Two', '2']);
  });
});

describe('questions that wait on a page with two chats of one instance', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
    setOnline(false);
  });
  afterEach(() => {
    setOnline(undefined);
    ChatHarness.cleanUp();
  });

  for (const persist of ['session', 'local'] as const)
    it(`are sent once after a reload, with persist="${persist}"`, async () => {
      const settings = { persist, instance: `twice-${persist}`, mode: 'inline' } as const;
      const open = (): Promise<ChatHarness> => ChatHarness.open(transport, settings);
      const chats = [await open(), await open()];
      await chats[0]?.ask('One');
      await (await transport.asked()).refuse('offline');
      await chats[0]?.until('the wait', () => chats[0]?.root.querySelector('.failure.waiting'));
      await chats[0]?.ask('Two');
      await chats[0]?.until('a queue', () => chats[0]?.root.querySelector('[part=queue]'));
      for (const { element } of chats) element.remove();
      const [first, second] = [await open(), await open()];
      await first.until('the wait', () => first.root.querySelector('.failure.waiting'));
      await import('../../../../../widget/ui/features/queue/queue.ts');
      await second.drawn();
      setOnline(true);
      await transport.answer('1');
      await transport.answer('2');
      await first.until('the answers', () => first.bodies.length === 4);
      await second.drawn();
      const asked = transport.turns.map(({ request }) => request.messages.at(-1)?.content);
      expect(asked).to.deep.equal(['One', 'One', 'Two']);
      expect(first.bodies).to.deep.equal(['One', '1', 'Two', '2']);
    });
});
