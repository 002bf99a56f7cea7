import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';
import { setOnline } from '../../../../support/set-online.ts';

const OFFLINE = 'You are offline. Your message will be sent when you are online again.';

describe('the line that says that the device is offline', () => {
  let chat: ChatHarness;
  beforeEach(async () => {
    chat = await ChatHarness.open(new ScriptedTransport());
  });
  afterEach(() => {
    setOnline(undefined);
    ChatHarness.cleanUp();
  });

  it('appears at once with a polite announcement, and disappears when the device is online again', async () => {
    expect(chat.notice).to.equal('');
    setOnline(false);
    await chat.drawn();
    expect(chat.notice).to.equal(OFFLINE);
    expect(chat.announcement).to.equal(OFFLINE);
    expect(chat.root.querySelector('[role=alert]')?.textContent.trim() ?? '').to.equal('');
    setOnline(true);
    await chat.drawn();
    expect(chat.notice).to.equal('');
    expect(chat.announcement).to.equal('');
  });

  it('is left out above the text box where a waiting question already says so', async () => {
    await chat.ask('One');
    setOnline(false);
    await chat.drawn();
    await chat.ask('Two');
    await chat.until('a queue', () => chat.root.querySelector('[part=queue]'));
    expect(chat.notice).to.equal('');
  });

  it('leaves the text box and its draft unchanged', async () => {
    await chat.type('How do');
    chat.input.focus();
    setOnline(false);
    await chat.drawn();
    expect(chat.input.value).to.equal('How do');
    expect(chat.root.activeElement).to.equal(chat.input);
  });
});
