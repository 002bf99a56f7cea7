import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { answerCited, beginCited, citationsIn, SOURCES } from '../../../../support/cited-answer.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('citations', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const texts = (chat: ChatHarness) => citationsIn(chat).map(({ textContent }) => textContent.trim());

  it('are links for every number that names a source, and add no text', async () => {
    const chat = await answerCited(transport, 'One [1], **two [2]**, both [1][2], none [3] [0] [x].');
    expect(texts(chat)).to.deep.equal(['[1]', '[2]', '[1]', '[2]']);
    expect(chat.lastReply?.textContent.trim()).to.equal('One [1], two [2], both [1][2], none [3] [0] [x].');
  });

  it('are links for the marks that Azure writes', async () => {
    const chat = await answerCited(transport, 'One [doc1], both [doc1][doc2], none [doc3] [document1].');
    expect(texts(chat)).to.deep.equal(['[doc1]', '[doc1]', '[doc2]']);
    expect(citationsIn(chat)[0]?.ariaLabel).to.match(/^Source 1: /);
  });

  it('stay on the line of the character before them in a script without spaces', async () => {
    const chat = await answerCited(transport, '未使用の靴は返品できます[1]。');
    const [chip] = citationsIn(chat);
    const before = document.createRange();
    const text = chip!.previousSibling as Text;
    before.setStart(text, text.length - 1);
    before.setEnd(text, text.length);
    for (let width = 440; width >= 240; width -= 5) {
      chat.element.style.setProperty('--cf-ai-chat-width', `${width}px`);
      const character = before.getBoundingClientRect();
      const { top, bottom } = chip!.getBoundingClientRect();
      expect((top + bottom) / 2, `${width} px`).to.be.within(character.top, character.bottom);
    }
  });

  it('are not made in code and in links', async () => {
    const chat = await answerCited(
      transport,
      '`a[1]` and [see [1]](https://example.com) and\n\n```\nb[2]\n```\n\nhere [1]',
    );
    expect(citationsIn(chat)).to.have.length(1);
    expect(citationsIn(chat)[0]?.parentElement?.textContent).to.equal('here [1]');
  });

  it('are links from the first frame in which they are complete', async () => {
    const [chat, turn] = await beginCited(transport);
    for (const piece of ['Say', ' so [', '1', ']', ' and', ' **two [2', ']**', ' and [1]', '[2].']) {
      await turn.say(piece);
      await chat.drawn();
      const bare = chat.lastReply?.cloneNode(true) as HTMLElement;
      for (const chip of bare.querySelectorAll('.citation')) chip.remove();
      expect(bare.textContent, `after ${piece}`).not.to.match(/\[\d/);
    }
    // Drawing may pause for longer than a frame.
    const first = await chat.until('a chip', () => citationsIn(chat)[0]);
    await turn.say('\n\nMore [1]');
    await turn.finish();
    await chat.drawn();
    expect(texts(chat)).to.deep.equal(['[1]', '[2]', '[1]', '[2]', '[1]']);
    expect(citationsIn(chat)[0], 'the same element to the end').to.equal(first);
  });

  it('are not linked elsewhere while a second mark of Azure arrives', async () => {
    const [chat, turn] = await beginCited(transport);
    for (const piece of ['One', ' [doc', '1]', '[', 'doc2', ']', ' and']) {
      await turn.say(piece);
      await chat.drawn();
      expect(chat.lastReply?.querySelector('a:not(.citation)'), `after ${piece}`).to.equal(null);
    }
    await turn.finish();
    await chat.until('both', () => citationsIn(chat).length === 2);
    expect(texts(chat)).to.deep.equal(['[doc1]', '[doc2]']);
  });

  it('become links when the sources arrive at the end', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('One [1]');
    await turn.finish({ sources: SOURCES });
    await chat.until('a citation', () => citationsIn(chat).length === 1);
  });

  it('change when a later list of sources replaces an earlier one', async () => {
    const [chat, turn] = await beginCited(transport);
    await turn.say('One [1], two [2].');
    await chat.until('citations', () => citationsIn(chat).length === 2);
    await turn.finish({ sources: [{ ...SOURCES[0]!, title: 'Other' }] });
    await chat.until('one citation', () => citationsIn(chat).length === 1);
    expect(citationsIn(chat)[0]?.ariaLabel).to.equal('Source 1: Other');
    expect(chat.lastReply?.textContent.trim()).to.equal('One [1], two [2].');
  });

  it('keep a selection that spans them', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('Before [1] after.');
    await chat.drawn();
    const text = chat.lastReply?.querySelector('p')?.firstChild;
    const range = document.createRange();
    range.setStart(text!, 2);
    range.setEnd(text!, 14);
    await turn.finish({ sources: SOURCES });
    await chat.until('a citation', () => chat.root.querySelector('.citation'));
    expect(String(range)).to.equal('fore [1] aft');
  });

  it('are links in an answer that replaces a cut answer', async () => {
    const [chat, cut] = await beginCited(transport);
    await cut.say('Half [1]');
    await cut.cut();
    await chat.drawn();
    await chat.pressButton('Try again');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources: SOURCES });
    await turn.say('Half [1] and whole [2]');
    await turn.finish();
    await chat.until('citations', () => citationsIn(chat).length === 2);
    expect(chat.lastReply?.textContent.trim()).to.equal('Half [1] and whole [2]');
  });

  it('stay on the line of the word before them', async () => {
    const chat = await answerCited(
      transport,
      'You can return unworn boots within **30 days** [1] and repair them for free [2].',
    );
    for (let width = 280; width <= 400; width += 10) {
      chat.element.style.setProperty('--cf-ai-chat-width', `${width}px`);
      for (const chip of citationsIn(chat)) {
        const word = document.createRange();
        word.selectNodeContents(chip.previousSibling!);
        const line = [...word.getClientRects()].at(-1)!;
        const { top, bottom } = chip.getBoundingClientRect();
        expect(top < line.bottom && bottom > line.top, `${chip.textContent} at ${width} px`).to.equal(true);
      }
    }
  });

  it('add nothing to the height of a line', async () => {
    const chat = await answerCited(transport, 'With [1].\n\nWithout.');
    const [first, second] = chat.lastReply!.querySelectorAll('p');
    expect(first?.offsetHeight).to.equal(second?.offsetHeight);
  });
});
