import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const SOURCES = [
  { id: 'a', title: 'First', url: 'https://example.com/1', snippet: '' },
  { id: 'b', title: 'Second', url: 'javascript:alert(1)', snippet: '' },
];

describe('citations', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function answered(text: string): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say(text);
    await turn.finish();
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    return chat;
  }

  const citations = (chat: ChatHarness) => [...chat.root.querySelectorAll<HTMLElement>('.citation')];

  it('link every number that names a source, and add no text', async () => {
    const chat = await answered('One [1], **two [2]**, both [1][2], none [3] [0] [x].');
    expect(citations(chat).map(({ textContent }) => textContent)).to.deep.equal(['[1]', '[2]', '[1]', '[2]']);
    expect(chat.lastReply?.textContent.trim()).to.equal('One [1], two [2], both [1][2], none [3] [0] [x].');
  });

  it('leave code and links alone', async () => {
    const chat = await answered(
      '`a[1]` and [see [1]](https://example.com) and\n\n```\nb[2]\n```\n\nhere [1]',
    );
    expect(citations(chat)).to.have.length(1);
    expect(citations(chat)[0]?.parentElement?.textContent).to.equal('here [1]');
  });

  it('name their source, and lead to it in the list under the answer', async () => {
    const chat = await answered('One [1], two [2].');
    const [one, two] = citations(chat);
    expect(one?.ariaLabel).to.equal('Source 1: First');
    const items = chat.root.querySelectorAll<HTMLElement>('[part=sources] > li > .source');
    let followed = 0;
    chat.element.addEventListener('cf-ai-chat-link', () => followed++);
    const address = location.href;
    one?.click();
    expect(chat.root.activeElement).to.equal(items[0]);
    two?.click();
    expect(chat.root.activeElement, 'a source that is no link').to.equal(items[1]);
    expect(items[1]?.hasAttribute('href')).to.equal(false);
    expect([followed, location.href]).to.deep.equal([0, address]);
  });

  it('show the title of their source on focus', async () => {
    const chat = await answered('One [1].');
    const [one] = citations(chat);
    const title = () => getComputedStyle(one!, '::after').content;
    expect(title()).to.equal('none');
    // Only a key press makes a focus visible.
    chat.press('Tab');
    one?.focus({ focusVisible: true } as FocusOptions);
    // Firefox gives the rule as it is written.
    expect(title()).to.be.oneOf(['"First"', 'attr(data-title)']);
    expect(one?.dataset['title']).to.equal('First');
  });

  it('keep a selection across them', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say('Before [1] after.');
    await chat.drawn();
    const text = chat.lastReply?.querySelector('p')?.firstChild;
    const range = document.createRange();
    range.setStart(text!, 2);
    range.setEnd(text!, 14);
    await turn.finish();
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    expect(String(range)).to.equal('fore [1] aft');
  });

  it('are linked in an answer that replaces a cut one', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const cut = await transport.asked();
    await cut.emit({ type: 'sources', sources: SOURCES });
    await cut.say('Half [1]');
    await cut.cut();
    await chat.drawn();
    await chat.pressButton('Try again');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say('Half [1] and whole [2]');
    await turn.finish();
    await chat.until('citations', () => citations(chat).length === 2);
    expect(chat.lastReply?.textContent.trim()).to.equal('Half [1] and whole [2]');
  });
});
