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

  it('on Send does not stop the answer', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('How?');
    await clickTwice(chat, chat.sendButton);
    const turn = await transport.asked();
    expect(turn.signal.aborted).to.equal(false);
    expect(chat.sendButton.ariaLabel).to.equal('Stop answering');
    await chat.pressSend();
    expect(turn.signal.aborted).to.equal(true);
  });

  it('on Send does not stop the answer to what Enter has sent a moment before', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    chat.sendButton.click();
    expect((await transport.asked()).signal.aborted).to.equal(false);
  });

  it('on Stop does not send what is in the text box', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await (await transport.asked()).say('So.');
    await chat.type('And');
    await clickTwice(chat, chat.sendButton);
    expect(chat.element.status).to.equal('ready');
    expect(chat.input.value).to.equal('And');
    expect(transport.turns).to.have.length(1);
  });

  it('on Send asks the page once', async () => {
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

  it('ignores the second click of a double click on the launcher, over which Send appears on phones', async () => {
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

  it('is none where the visitor has typed since', async () => {
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

  it('is none by methods of the page', async () => {
    const chat = await ChatHarness.open(transport);
    void chat.element.send('How?');
    const turn = await transport.asked();
    chat.element.stop();
    chat.element.toggle();
    chat.element.toggle();
    expect(chat.element.open).to.equal(true);
    expect(turn.signal.aborted).to.equal(true);
  });

  it('by a key that is held down sends nothing', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.type('A draft of the page before');
    expect(chat.press('Enter', { repeat: true })).to.equal(false);
    expect(transport.turns).to.have.length(0);
    chat.press('Enter');
    await transport.asked();
    expect(chat.sendButton.dispatchEvent(keydown('Enter', { repeat: true }))).to.equal(false);
  });
});
