import { expect } from 'chai';
import type { ChatMessage } from '../../../../widget/protocol/chat-message.ts';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { storeChat } from '../../../support/stored-chat.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

/** What an answer shows from top to bottom: `thoughts: Hm.`, `text: One.` */
function shownIn(chat: ChatHarness): readonly string[] {
  const shown = chat.root.querySelectorAll('.message.assistant > :is(.thoughts, .markdown)');
  return [...shown].flatMap((element) => {
    const isText = element.matches('.markdown');
    const text = (isText ? element : element.querySelector('p'))?.textContent.trim() ?? '';
    return isText && text === '' ? [] : [`${isText ? 'text' : 'thoughts'}: ${text}`];
  });
}

describe('the parts of an answer', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('are drawn in the order in which they arrive', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'reasoning', text: 'Hm.' });
    await turn.say('**One', '**.');
    await chat.drawn();
    expect(shownIn(chat)).to.deep.equal(['thoughts: Hm.', 'text: One.']);
    const first = chat.root.querySelector('.message.assistant strong');
    await turn.emit({ type: 'reasoning', text: 'Well.' });
    await turn.say('Two, ', 'three.');
    await chat.drawn();
    expect(shownIn(chat)).to.deep.equal([
      'thoughts: Hm.',
      'text: One.',
      'thoughts: Well.',
      'text: Two, three.',
    ]);
    expect(chat.root.querySelector('.message.assistant strong')).to.equal(first);
    await turn.finish();
    await chat.drawn();
    expect(shownIn(chat)).to.have.length(4);
    expect(chat.element.messages.at(-1)?.parts.map(({ type }) => type)).to.deep.equal([
      'reasoning',
      'text',
      'reasoning',
      'text',
    ]);
  });

  it('show dots behind thoughts that still grow', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'reasoning', text: 'Hm.' });
    await turn.say('One.');
    await turn.emit({ type: 'reasoning', text: 'Well.' });
    await chat.drawn();
    const summaries = [...chat.root.querySelectorAll('.thoughts > summary')];
    expect(summaries.map((summary) => summary.querySelector('.typing') !== null)).to.deep.equal([
      false,
      true,
    ]);
    await turn.say('Two.');
    await turn.finish();
    await chat.drawn();
    expect(chat.root.querySelectorAll('.thoughts .typing')).to.have.length(0);
  });

  it('are announced, sent back and restored as one text', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('One.');
    await turn.emit({ type: 'reasoning', text: 'Well.' });
    await turn.say('Two.');
    await turn.finish();
    await chat.drawn();
    expect(chat.root.querySelector('[role=status]')?.textContent).to.equal('One.\n\nTwo.');
    await chat.ask('And?');
    const { request } = await transport.asked();
    expect(request.messages[1]?.content).to.equal('One.\n\nTwo.');
    chat.element.messages = chat.element.messages.slice(0, 2);
    await chat.drawn();
    expect(shownIn(chat)).to.deep.equal(['text: One.', 'thoughts: Well.', 'text: Two.']);
  });

  it('of an unknown type from a later release are kept and not shown', async () => {
    const chat = await ChatHarness.open(transport);
    const parts = [
      { type: 'text', text: 'Here it is.' },
      { type: 'chart', values: [1, 2] },
      { type: 'file', url: 'https://shop.test/a.png', mediaType: 'image/png' },
    ];
    const answer = { id: 'a', role: 'assistant', status: 'complete', createdAt: 1, parts };
    chat.element.messages = [{ role: 'user', content: 'A chart?' }, answer as never];
    await chat.drawn();
    expect(shownIn(chat)).to.deep.equal(['text: Here it is.']);
    expect(chat.element.messages[1]?.parts).to.deep.equal(parts);
  });

  it('are shown in the order in which they are stored', async () => {
    const url = 'https://shop.test/boots';
    const source = { type: 'source', id: 'a', title: 'Boots', url, snippet: '' } as const;
    const text = { type: 'text', text: 'Dry [1].' } as const;
    const messages: readonly ChatMessage[] = [
      { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Boots?' }], status: 'complete', createdAt: 1 },
      { id: 'a', role: 'assistant', parts: [source, text], status: 'complete', createdAt: 2 },
      { id: 'b', role: 'user', parts: [{ type: 'text', text: 'Why?' }], status: 'complete', createdAt: 3 },
      {
        id: 'c',
        role: 'assistant',
        parts: [{ type: 'reasoning', text: 'Hm.' }, text, source],
        status: 'stopped',
        createdAt: 4,
      },
    ];
    storeChat(sessionStorage, messages);
    const chat = await ChatHarness.open(transport, { persist: 'session' });
    await chat.drawn();
    expect(chat.element.messages).to.deep.equal(messages);
    expect(chat.bodies).to.deep.equal(['Boots?', 'Dry [1].', 'Why?', 'Dry [1].']);
    expect(shownIn(chat)).to.deep.equal(['text: Dry [1].', 'thoughts: Hm.', 'text: Dry [1].']);
  });
});
