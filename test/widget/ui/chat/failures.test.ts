import { expect } from 'chai';
import { foldFailures } from '../../../../widget/ui/chat/fold-failures.ts';
import type { ChatMessage, ChatRole, MessageStatus } from '../../../../widget/protocol/chat-message.ts';
import { ChatHarness, keydown } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const CONTACT = 'https://example.com/contact';

function message(id: string, role: ChatRole, status: MessageStatus): ChatMessage {
  return { id, role, status, parts: [{ type: 'text', text: id }], createdAt: 1 };
}

describe('a failed message', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const steps = (chat: ChatHarness): readonly string[] =>
    [...chat.root.querySelectorAll('.failure .step')].map(({ textContent }) => textContent.trim());

  const shown = (chat: ChatHarness): string =>
    chat.part('transcript').textContent.replaceAll(/\s+/g, ' ').trim();

  async function failed(question: string, chat?: ChatHarness): Promise<ChatHarness> {
    const open = chat ?? (await ChatHarness.open(transport, { contactUrl: CONTACT }));
    await open.ask(question);
    await (await transport.asked()).refuse('model-failed');
    await open.drawn();
    return open;
  }

  async function cut(text: string): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say(text);
    await turn.cut();
    await chat.until('the cut', () => chat.element.status === 'error');
    await chat.drawn();
    return chat;
  }

  it('offers to try again, edit, delete and contact a human, under an ordinary bubble', async () => {
    const chat = await failed('How?');
    expect(chat.errorText).to.equal('Something went wrong while answering.');
    expect(steps(chat)).to.deep.equal(['Try again', 'Edit', 'Delete', 'Contact us']);
    const background = getComputedStyle(chat.part('message__body')).backgroundColor;
    await chat.pressButton('Try again');
    await transport.answer('So.');
    await chat.drawn();
    expect(getComputedStyle(chat.part('message__body')).backgroundColor).to.equal(background);
    expect([chat.bodies, steps(chat)]).to.deep.equal([['How?', 'So.'], []]);
  });

  it('does not ask the visitor to shorten an answer that grew too long', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('So');
    await turn.refuse('too-large');
    await chat.drawn();
    expect(chat.errorText).to.equal('This answer was cut off.');
  });

  it('says that a picture cannot be read, and does not offer to ask again with that picture', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('What is it?');
    await (await transport.asked()).refuse('unsupported-content');
    await chat.drawn();
    expect(chat.errorText).to.equal('Pictures and files cannot be read here. Please send text only.');
    expect(steps(chat)).to.deep.equal(['Edit', 'Delete']);
  });

  it('separates its buttons on a line by dots, with no dot at either end', async () => {
    const chat = await failed('How?');
    const counts = new Set<number>();
    // The width at which the line breaks depends on the font.
    for (let width = 440; width >= 240; width -= 20) {
      chat.element.style.setProperty('--cf-ai-chat-width', `${width}px`);
      const { left, right } = chat.root.querySelector('.next')!.getBoundingClientRect();
      const boxes = [...chat.root.querySelectorAll('.next .step')].map((step) =>
        step.getBoundingClientRect(),
      );
      const ends = boxes.filter(({ top }, index) => boxes[index + 1]?.top !== top);
      counts.add(ends.length);
      // A dot stands behind each button, and is clipped where no button follows on the line.
      for (const end of ends) expect(end.right, `${width} px`).to.be.closeTo(right, 1);
      expect(Math.min(...boxes.map((box) => box.left))).to.be.at.least(left);
    }
    expect([...counts]).to.include.members([1, 2]);
  });

  it('disappears when its message is deleted', async () => {
    const chat = await failed('How?');
    await chat.pressButton('Delete');
    await chat.drawn();
    expect([chat.bodies, chat.errorText, chat.element.status]).to.deep.equal([[], '', 'ready']);
    expect(chat.root.activeElement).not.to.equal(null);
  });

  it('has one colour when the visitor should wait, and another when something broke', async () => {
    const chat = await failed('How?');
    const colours = [getComputedStyle(chat.root.querySelector('.failure')!).color];
    await chat.pressButton('Try again');
    await (await transport.asked()).refuse('model-busy');
    await chat.drawn();
    colours.push(getComputedStyle(chat.root.querySelector('.failure')!).color);
    expect(colours).to.deep.equal(['rgb(159, 28, 28)', 'rgb(133, 82, 0)']);
  });

  it('that was cut says so once, and offers to continue', async () => {
    const chat = await cut('One, two, ');
    expect(shown(chat).match(/cut off|lost/g)).to.have.length(1);
    expect(steps(chat)).to.deep.equal(['Continue', 'Try again']);
    await chat.pressButton('Continue');
    const turn = await transport.asked();
    expect(turn.request.messages.at(-1)?.content).to.match(/^Continue your last answer .* How\?$/);
    await turn.say('three.');
    await turn.finish();
    await chat.drawn();
    expect([chat.bodies, steps(chat)]).to.deep.equal([['How?', 'One, two, three.'], []]);
  });

  it('that was cut still offers to continue after a reload, without an error', async () => {
    const chat = await ChatHarness.open(transport);
    chat.element.messages = [message('How?', 'user', 'complete'), message('Half', 'assistant', 'truncated')];
    await chat.drawn();
    expect([chat.errorText, steps(chat)]).to.deep.equal(['', ['Continue', 'Try again']]);
    expect(shown(chat)).to.contain('This answer was cut off.');
  });

  it('is not reported for an answer that may have been cut, but the chat offers to continue it', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const half = 'Boots ship free of charge to every country, and they come within';
    const first = await transport.asked();
    await first.say(half);
    await first.emit({ type: 'done', isUnmarked: true });
    await chat.drawn();
    expect([chat.element.status, chat.errorText, steps(chat)]).to.deep.equal(['ready', '', ['Continue']]);
    await chat.pressButton('Continue');
    const turn = await transport.asked();
    await turn.say('two days.');
    await turn.finish();
    await chat.drawn();
    expect(steps(chat)).to.deep.equal([]);
    expect(chat.element.messages.at(-1)).not.to.have.property('isUnmarked');
  });

  for (const [text, done] of [
    ['Boots ship free of charge to every country, and they come within two days.', { isUnmarked: true }],
    ['- Boots ship free of charge to every country, and they come within', { isUnmarked: true }],
    ['Boots', { isUnmarked: true }],
    ['Boots ship free of charge to every country, and they come within', {}],
  ] as const)
    it(`is not reported, and nothing is offered, for ${JSON.stringify(text)}, ${JSON.stringify(done)}`, async () => {
      const chat = await ChatHarness.open(transport);
      await chat.ask('How?');
      await transport.answer(text, done);
      await chat.drawn();
      expect(steps(chat)).to.deep.equal([]);
    });

  it('is not reported for an answer that ran into the token limit, but the chat offers to continue it', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.answer('A long ans', { finishReason: 'length' });
    await chat.drawn();
    expect([chat.element.status, chat.errorText]).to.deep.equal(['ready', '']);
    expect(steps(chat)).to.deep.equal(['Continue', 'Try again']);
  });

  it('of an earlier turn is folded to one line, which can be opened', async () => {
    const chat = await failed('First?');
    await failed('Second?', chat);
    await chat.ask('Third?');
    await transport.answer('So.');
    await chat.drawn();
    const fold = chat.root.querySelector('details')!;
    expect(fold.querySelector('summary')?.textContent.trim()).to.equal('2 messages were not delivered');
    expect(fold.querySelector('.bubble')?.checkVisibility()).to.equal(false);
    fold.open = true;
    expect(fold.querySelector('.bubble')?.checkVisibility()).to.equal(true);
    expect(steps(chat)).to.deep.equal(['Try again', 'Edit', 'Delete', 'Try again', 'Edit', 'Delete']);
    await chat.pressButton('Try again');
    const turn = await transport.answer('One.');
    await chat.drawn();
    expect(turn.request.messages.map(({ content }) => content)).to.deep.equal(['Third?', 'So.', 'First?']);
    expect(chat.bodies).to.deep.equal(['Second?', 'Third?', 'So.', 'First?', 'One.']);
  });

  it('is not reported when the page cancels a question, and an earlier message stays where it is', async () => {
    const chat = await failed('First?');
    await chat.ask('Second?');
    await transport.answer('So.');
    chat.element.addEventListener('cf-ai-chat-send', (event) => event.preventDefault());
    chat.root.querySelector('details')!.open = true;
    await chat.pressButton('Try again');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['First?', 'Second?', 'So.']);
  });

  describe('that is edited', () => {
    async function editing(chat: ChatHarness): Promise<HTMLTextAreaElement> {
      await chat.pressButton('Edit');
      return chat.until('a box', () => chat.root.querySelector<HTMLTextAreaElement>('.edit textarea'));
    }

    function press(box: HTMLElement, key: string): void {
      box.dispatchEvent(keydown(key));
    }

    it('is sent with the new text in place of the old text', async () => {
      const chat = await failed('How?');
      const box = await editing(chat);
      await chat.until('focus', () => chat.root.activeElement === box);
      expect([box.value, box.selectionStart]).to.deep.equal(['How?', 4]);
      box.value = 'How exactly?';
      press(box, 'Enter');
      await transport.answer('So.');
      await chat.drawn();
      expect(chat.bodies).to.deep.equal(['How exactly?', 'So.']);
    });

    it('is left unchanged by Escape, and the panel stays open', async () => {
      const chat = await failed('How?');
      const box = await editing(chat);
      box.value = 'Other';
      press(box, 'Escape');
      await chat.until('no box', () => !chat.root.querySelector('.edit'));
      expect([chat.element.open, chat.bodies]).to.deep.equal([true, ['How?']]);
      await chat.until('focus', () => chat.root.activeElement?.matches('.step'));
    });
  });
});

describe('failures of earlier turns', () => {
  const ids = (messages: readonly ChatMessage[]) =>
    foldFailures(messages).map((entry) => ('role' in entry ? entry.id : entry.map(({ id }) => id)));

  it('are grouped while they follow each other; the last message is never folded', () => {
    const failed = (id: string): ChatMessage => message(id, 'user', 'failed');
    const answer = message('a', 'assistant', 'failed');
    expect(
      ids([failed('1'), failed('2'), message('q', 'user', 'complete'), answer, failed('3')]),
    ).to.deep.equal([['1', '2'], 'q', 'a', '3']);
    expect(ids([failed('1'), answer, failed('2'), answer])).to.deep.equal([['1'], 'a', ['2'], 'a']);
    expect(ids([])).to.deep.equal([]);
  });
});

describe('the status line while an answer is awaited', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('names the pages that the agent reads, and stays the same element until the first word', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    const line = await chat.until('a line', () => chat.root.querySelector('.typing'));
    const source = { id: 's', title: 'T', url: '', snippet: '' };
    await turn.emit({ type: 'sources', sources: [source, source] });
    await chat.drawn();
    expect(chat.root.querySelector('.typing')).to.equal(line);
    expect(line.querySelector('.early')?.textContent).to.equal('Reading 2 pages');
    expect(getComputedStyle(line.querySelector('.late')!).visibility).to.equal('hidden');
    for (const animation of line.querySelector('.late')!.getAnimations()) animation.currentTime = 5_001;
    expect(getComputedStyle(line.querySelector('.late')!).visibility).to.equal('visible');
    await turn.say('So.');
    await chat.drawn();
    expect(chat.root.querySelector('.typing')).to.equal(null);
  });

  it('is one line that can be opened while the model thinks, and is folded afterwards', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'reasoning', text: 'Let me ' }, { type: 'reasoning', text: 'see.' });
    await chat.drawn();
    const line = chat.root.querySelector<HTMLDetailsElement>('[part=thoughts]')!;
    expect(line.querySelector('summary')?.textContent.trim()).to.equal('Thinking…');
    expect(line.querySelector('p')?.checkVisibility()).to.equal(false);
    await turn.say('So.');
    await turn.finish();
    await chat.drawn();
    expect(line.querySelector('summary')?.textContent.trim()).to.equal('Thoughts');
    expect([line.open, line.querySelector('p')?.textContent]).to.deep.equal([false, 'Let me see.']);
  });
});
