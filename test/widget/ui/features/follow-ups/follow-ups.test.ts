import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const QUESTIONS = ['How much is it?', 'Is there <b>a trial</b>?'];

describe('suggested follow-up questions', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const chips = (chat: ChatHarness) => [
    ...chat.root.querySelectorAll<HTMLButtonElement>('[part=follow-ups] [part=suggestion]'),
  ];
  const texts = (chat: ChatHarness) => chips(chat).map(({ textContent }) => textContent.trim());

  async function answered(suggestions: readonly string[], settings = {}): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('Hi');
    await transport.answer('Hello', { suggestions });
    return chat;
  }

  it('stand under the last answer, as plain text', async () => {
    const chat = await answered(QUESTIONS);
    await chat.until('chips', () => chips(chat).length > 0);
    expect(texts(chat)).to.deep.equal(QUESTIONS);
    expect(chat.root.querySelectorAll('.message.assistant .follow-ups')).to.have.length(1);
  });

  it('are asked with a press, and disappear then', async () => {
    const chat = await answered(QUESTIONS);
    await chat.until('chips', () => chips(chat).length > 0);
    chips(chat)[0]!.click();
    const turn = await transport.asked();
    expect(turn.request.messages.at(-1)?.content).to.equal('How much is it?');
    await chat.drawn();
    expect(chips(chat)).to.deep.equal([]);
    expect(chat.root.activeElement).to.equal(chat.input);
    await turn.say('Nothing.');
    await turn.finish();
    await chat.drawn();
    expect(chips(chat)).to.deep.equal([]);
  });

  it('are not shown without suggestions, and cannot be pressed in a disabled chat', async () => {
    const chat = await answered([]);
    await chat.drawn();
    expect(chips(chat)).to.deep.equal([]);
    await chat.ask('And?');
    await transport.answer('Well', { suggestions: QUESTIONS });
    await chat.until('chips', () => chips(chat).length > 0);
    chat.element.disabled = true;
    await chat.drawn();
    expect(chips(chat).every(({ disabled }) => disabled)).to.equal(true);
  });

  it('are shown again on the next page', async () => {
    const chat = await answered(QUESTIONS, { persist: 'session' });
    await chat.until('chips', () => chips(chat).length > 0);
    chat.element.remove();
    const next = await ChatHarness.open(transport, { persist: 'session' });
    await next.until('chips', () => chips(next).length > 0);
    expect(texts(next)).to.deep.equal(QUESTIONS);
  });
});
