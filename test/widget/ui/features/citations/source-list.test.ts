import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { beginCited, SOURCES } from '../../../../support/cited-answer.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('the sources under an answer', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('are one row that opens, with cited sources first, and no link for a source without an address', async () => {
    const third = { id: 'c', title: 'Third', url: '/docs', snippet: '' };
    const [chat, turn] = await beginCited(transport, [...SOURCES, third]);
    await turn.say('See [3] and [2].');
    await turn.finish();
    const toggle = await chat.until('a row', () => chat.root.querySelector('[part=sources-toggle]'));
    expect([toggle.textContent.trim(), toggle.ariaExpanded]).to.deep.equal(['3 sources', 'false']);
    const items = await chat.openSources();
    expect(toggle.ariaExpanded).to.equal('true');
    expect(items.map((item) => item.querySelector('.title')?.textContent)).to.deep.equal([
      'Second',
      'Third',
      'First',
    ]);
    expect(items.map((item) => item.querySelector('.number')?.textContent)).to.deep.equal(['2', '3', '1']);
    expect(items.map((item) => item.hasAttribute('href'))).to.deep.equal([false, true, true]);
    expect(getComputedStyle(items[0]!.querySelector('.title')!).textDecorationLine).to.equal('none');
    (toggle as HTMLElement).click();
    await chat.until('no list', () => !chat.root.querySelector('[part=sources]'));
  });

  it('show titles beside their numbers, each marked with its own language', async () => {
    const [chat, turn] = await beginCited(transport);
    chat.element.dir = 'rtl';
    await turn.say('See [1].');
    await turn.finish();
    await chat.until('a row', () => chat.root.querySelector('[part=sources-toggle]'));
    const [item] = await chat.openSources();
    const title = document.createRange();
    title.selectNodeContents(item!.querySelector('.title')!);
    const number = item!.querySelector('.number')!.getBoundingClientRect();
    expect(number.left - title.getBoundingClientRect().right).to.be.within(0, 16);
  });

  it('appear without moving what is already drawn', async () => {
    const [chat, turn] = await beginCited(transport);
    await turn.say('So [1].');
    await chat.drawn();
    const height = (): number => chat.root.querySelector<HTMLElement>('.messages')!.offsetHeight;
    const before = height();
    await turn.finish();
    await chat.until('a row', () => chat.root.querySelector('[part=sources-toggle]'));
    expect(height()).to.equal(before);
  });
});
