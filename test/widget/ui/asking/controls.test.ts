import { expect } from 'chai';
import { ChatHarness, keydown } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('a second press', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function clickTwice(chat: ChatHarness, control: HTMLElement): Promise<void> {
    control.click();
    await chat.drawn();
    control.click();
    await chat.drawn();
  }

  it('on Send does not stop the answer that the first press has started', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('How?');
    await clickTwice(chat, chat.sendButton);
    const turn = await transport.asked();
    expect(turn.signal.aborted).to.equal(false);
    expect(chat.sendButton.ariaLabel).to.equal('Stop answering');
    await chat.pressSend();
    expect(turn.signal.aborted).to.equal(true);
  });

  it('on Send does not stop the answer to a question sent with Enter a moment before', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    chat.sendButton.click();
    expect((await transport.asked()).signal.aborted).to.equal(false);
  });

  it('on Stop does not send the text in the text box', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await (await transport.asked()).say('So.');
    await chat.type('And');
    await clickTwice(chat, chat.sendButton);
    expect(chat.element.status).to.equal('ready');
    expect(chat.input.value).to.equal('And');
    expect(transport.turns).to.have.length(1);
  });

  it('on Send fires cf-ai-chat-send only once when the page cancels the event', async () => {
    const chat = await ChatHarness.open(transport);
    const asked: string[] = [];
    chat.element.addEventListener('cf-ai-chat-send', (event) => {
      asked.push(event.text);
      event.preventDefault();
    });
    await chat.type('How?');
    await clickTwice(chat, chat.sendButton);
    expect(asked).to.deep.equal(['How?']);
    await chat.pressSend();
    expect(asked).to.have.length(2);
  });

  it('is ignored when a double click on the launcher lands on Send, which appears there on phones', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('How?');
    chat.element.hide();
    await chat.next('cf-ai-chat-after-hide');
    chat.launcher.click();
    await chat.next('cf-ai-chat-after-show');
    chat.sendButton.click();
    expect(chat.input.value).to.equal('How?');
    expect(transport.turns).to.have.length(0);
    await chat.pressSend();
    await transport.answer('So.');
  });

  it('counts as a new press when the visitor has typed in between', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('One');
    await transport.answer('1');
    await chat.ask('Two');
    await transport.answer('2');
    await chat.type('Three');
    chat.sendButton.click();
    await transport.answer('3');
    expect(transport.turns).to.have.length(3);
  });

  it('is not confused with two calls of methods by the page', async () => {
    const chat = await ChatHarness.open(transport);
    void chat.element.send('How?');
    const turn = await transport.asked();
    chat.element.stop();
    chat.element.toggle();
    chat.element.toggle();
    expect(chat.element.open).to.equal(true);
    expect(turn.signal.aborted).to.equal(true);
  });

  it('that comes from holding a key down sends nothing', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('A draft of the page before');
    expect(chat.press('Enter', { repeat: true })).to.equal(false);
    expect(transport.turns).to.have.length(0);
    chat.press('Enter');
    await transport.asked();
    expect(chat.sendButton.dispatchEvent(keydown('Enter', { repeat: true }))).to.equal(false);
  });
});
