import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('text that dictation or an extension puts into the text box without an input event', () => {
  let transport: ScriptedTransport;
  let chat: ChatHarness;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function open(settings: HarnessSettings = {}): Promise<void> {
    chat = await ChatHarness.open(transport, settings);
  }

  /** Writes as dictation, spelling tools and extensions do. */
  function dictate(text: string): void {
    chat.input.value = text;
  }

  /** Moves the mouse or a finger over the control. */
  function pointAt(control: HTMLElement): void {
    control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
  }

  async function expectAsked(text: string): Promise<void> {
    const { request } = await transport.asked();
    expect(request.messages.at(-1)?.content).to.equal(text);
    await chat.drawn();
    expect(chat.input.value).to.equal('');
    expect(chat.bodies.at(0)).to.equal(text);
  }

  it('is sent with Enter', async () => {
    await open();
    await chat.type('Where is my odrer?');
    dictate('Where is my order?');
    chat.press('Enter');
    await expectAsked('Where is my order?');
  });

  it('is sent by the button, also when the box was empty before', async () => {
    await open();
    dictate('Where is my order?');
    await chat.pressSend();
    await expectAsked('Where is my order?');
  });

  it('enables the Send button as typed text does', async () => {
    await open();
    expect(chat.sendButton.ariaDisabled).to.equal('true');
    dictate('Where is my order?');
    pointAt(chat.sendButton);
    await chat.until('a button', () => chat.sendButton.ariaDisabled === 'false');
  });

  it('is queued with Enter while an answer streams', async () => {
    await open();
    await chat.ask('One');
    const turn = await transport.asked();
    await turn.say('1');
    await chat.type('Tow');
    dictate('Two');
    const button = await chat.until('a button', () =>
      chat.root.querySelector<HTMLElement>('[part=send-next]'),
    );
    pointAt(button);
    await chat.drawn();
    button.click();
    await chat.until('a queue', () => chat.root.querySelector('.queue span')?.textContent === 'Two');
    expect(chat.input.value).to.equal('');
    await turn.finish();
    await transport.answer('2');
  });

  it('stays while an answer streams and everything is redrawn', async () => {
    await open();
    await chat.ask('One');
    const turn = await transport.asked();
    dictate('And two');
    await turn.say('1');
    chat.element.heading = 'Drawn anew';
    await chat.drawn();
    expect(chat.input.value).to.equal('And two');
    await turn.finish();
  });

  it('stays when a suggestion is pressed', async () => {
    await open({ suggestions: 'First?' });
    dictate('Half a que');
    await chat.pressButton('First?');
    await transport.answer('1');
    await chat.drawn();
    expect(chat.input.value).to.equal('Half a que');
  });

  it("waits, with the question, for the visitor's consent", async () => {
    await open({ consent: 'before-first-message' });
    dictate('Where is my order?');
    await chat.pressSend();
    const agree = await chat.until('a choice', () => chat.root.querySelector<HTMLElement>('.agree'));
    dictate('Where is my order 1234?');
    agree.click();
    await expectAsked('Where is my order 1234?');
  });

  it('can be read and replaced by the page', async () => {
    await open();
    dictate('Where is my order?');
    expect(chat.element.draft).to.equal('Where is my order?');
    dictate('Where is my order');
    chat.element.draft = '';
    await chat.drawn();
    expect(chat.input.value).to.equal('');
  });

  const leavings = {
    'the page was left': () => dispatchEvent(new PageTransitionEvent('pagehide')),
    'the page was hidden': () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    'the chat was taken out': () => chat.element.remove(),
  };
  for (const [what, leave] of Object.entries(leavings))
    it(`is restored on the next page of the tab, after ${what}`, async () => {
      await open({ persist: 'session' });
      dictate('Half a que');
      leave();
      await Promise.resolve();
      chat.element.remove();
      await open({ persist: 'session' });
      expect(chat.input.value).to.equal('Half a que');
    });
});
