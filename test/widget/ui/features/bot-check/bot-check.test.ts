import { expect } from 'chai';
import { CfAiChatElement } from '../../../../../widget/index.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';

const SCRIPT = new URL('../../../../fixtures/turnstile/api.js', import.meta.url).href;

const ENVIRONMENT = CfAiChatElement.environment;

function loadTurnstileFrom(turnstileScript: string): void {
  CfAiChatElement.environment = { ...ENVIRONMENT, turnstileScript };
}

describe('the bot check', () => {
  beforeEach(() => {
    loadTurnstileFrom(SCRIPT);
  });
  afterEach(() => {
    ChatHarness.cleanUp();
    CfAiChatElement.environment = ENVIRONMENT;
    delete window.turnstile;
  });

  async function open(turnstileSitekey: string): Promise<ChatHarness> {
    const chat = ChatHarness.mount({ persist: 'none', endpoint: '/none', turnstileSitekey });
    chat.element.show();
    await chat.ready();
    return chat;
  }

  const box = () => document.querySelector('[slot=challenge]');

  // This test comes first, since no other test has loaded the stand-in for Turnstile yet.
  it('shows an error where the script does not define Turnstile, and loads the script again on the next try', async () => {
    loadTurnstileFrom('data:text/javascript,');
    const chat = await open('3xFF');
    await chat.ask('How?');
    await chat.until('words', () => chat.errorText.includes('could not confirm'));
    expect(chat.bodies).to.deep.equal(['How?']);
    expect(document.querySelector('script[src^="data:"]')).to.equal(null);
    loadTurnstileFrom(SCRIPT);
    await chat.pressButton('Try again');
    await chat.until('the box', () => box()?.querySelector('button'));
  });

  it('loads nothing before the first message', async () => {
    const chat = await open('3xFF');
    expect(document.querySelector(`script[src="${SCRIPT}"]`)).to.equal(null);
    await chat.ask('How?');
    await chat.until('the box', () => box()?.querySelector('button'));
  });

  it('puts the box of Turnstile into the light DOM, visible in the panel, with an announced notice', async () => {
    const chat = await open('3xFF');
    await chat.ask('How?');
    await chat.until('words', () => chat.notice === 'One more step: please complete the check.');
    expect(box()?.parentNode).to.equal(chat.element);
    expect(box()?.assignedSlot?.closest('[part=notice]')).to.be.instanceOf(HTMLElement);
    expect(chat.announcement).to.equal(chat.notice);
    expect(await violations(chat)).to.deep.equal([]);
  });

  it('removes its box when the element is removed', async () => {
    const chat = await open('3xFF');
    await chat.ask('How?');
    await chat.until('the box', () => box()?.querySelector('button'));
    chat.element.remove();
    await chat.until('nothing', () => chat.element.querySelector('[slot=challenge]') === null);
    expect(chat.element.messages.map(({ role }) => role)).to.deep.equal(['user']);
  });
});
