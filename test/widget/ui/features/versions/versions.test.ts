import { expect } from 'chai';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('the versions of a message', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  /** A chat with two versions of its answer. */
  async function answeredTwice(settings: HarnessSettings = {}): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('How?');
    await transport.answer('First answer.');
    await chat.until('a row', () => chat.root.querySelector('[part=actions]'));
    const again = chat.element.regenerate();
    await transport.answer('Second answer.');
    await again;
    await chat.until('a switch', () => switches(chat).length === 1);
    return chat;
  }

  const switches = (chat: ChatHarness): readonly HTMLElement[] => [
    ...chat.root.querySelectorAll<HTMLElement>('[part=versions]'),
  ];
  const labels = (chat: ChatHarness): readonly (string | null)[] =>
    switches(chat).map(({ ariaLabel }) => ariaLabel);

  it('can be switched by arrows under an answer that was regenerated', async () => {
    const chat = await answeredTwice();
    expect(labels(chat)).to.deep.equal(['Version 2 of 2']);
    await chat.pressButton('Earlier version');
    await chat.drawn();
    expect(chat.lastReply?.textContent.trim()).to.equal('First answer.');
    expect(labels(chat)).to.deep.equal(['Version 1 of 2']);
    expect(chat.announcement).to.equal('Version 1 of 2');
    expect(
      chat.element.messages.map(({ parts: [part] }) => part?.type === 'text' && part.text),
    ).to.deep.equal(['How?', 'First answer.']);
  });

  it('leave focus on the pressed arrow, also at the last version', async () => {
    const chat = await answeredTwice();
    const [back] = switches(chat)[0]!.querySelectorAll('button');
    back!.focus();
    back!.click();
    await chat.drawn();
    expect(chat.root.activeElement).to.equal(back);
    expect(back!.ariaDisabled).to.equal('true');
    back!.click();
    await chat.drawn();
    expect(labels(chat)).to.deep.equal(['Version 1 of 2']);
  });

  it('can be switched under an edited question, each with its answer', async () => {
    const chat = await answeredTwice();
    await chat.pressButton('Edit');
    const box = await chat.until('a box', () =>
      chat.root.querySelector<HTMLTextAreaElement>('.edit textarea'),
    );
    box.value = 'Why?';
    box.form?.requestSubmit();
    await transport.answer('Because.');
    await chat.until('a switch', () => labels(chat).length === 1);
    expect(chat.bodies).to.deep.equal(['Why?', 'Because.']);
    await chat.pressButton('Earlier version');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['How?', 'Second answer.']);
    expect(labels(chat)).to.deep.equal(['Version 1 of 2', 'Version 2 of 2']);
  });

  it('stay at the same place on the screen while a longer version comes into view', async () => {
    const chat = await answeredTwice();
    const again = chat.element.regenerate();
    await transport.answer(Array.from({ length: 60 }, (_, line) => `Paragraph ${line}.`).join('\n\n'));
    await again;
    await chat.drawn();
    await chat.followEnd();
    const arrow = chat.root.querySelector<HTMLElement>('[aria-label="Earlier version"]')!;
    arrow.click();
    await chat.drawn();
    await chat.pressButton('Later version');
    await chat.drawn();
    const { top } = arrow.getBoundingClientRect();
    const view = chat.part('transcript').getBoundingClientRect();
    expect(top).to.be.within(view.top, view.bottom);
  });

  it('come back when the element is put back into the page', async () => {
    const chat = await answeredTwice({ persist: 'session' });
    await chat.pressButton('Earlier version');
    const { parentElement } = chat.element;
    chat.element.remove();
    await chat.element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    parentElement?.append(chat.element);
    await chat.until('a switch', () => labels(chat).length === 1);
    expect(labels(chat)).to.deep.equal(['Version 1 of 2']);
  });

  it('come back with an edited question that was not delivered', async () => {
    const chat = await answeredTwice({ persist: 'session' });
    const edited = chat.element.edit(chat.element.messages[0]!.id, 'Why?');
    await (await transport.asked()).refuse('offline');
    await edited;
    const { parentElement } = chat.element;
    chat.element.remove();
    await chat.element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    parentElement?.append(chat.element);
    await chat.until('a switch', () => labels(chat).length === 1);
    expect(chat.bodies).to.deep.equal(['Why?']);
    await chat.pressButton('Earlier version');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['How?', 'Second answer.']);
  });

  it('have no axe violations', async () => {
    const chat = await answeredTwice();
    expect(await violations(chat)).to.deep.equal([]);
  });
});

describe('the pencil button beside a question', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  it('moves no bubble when it appears', async () => {
    const chat = await ChatHarness.open(transport);
    for (const question of ['Hi', 'word '.repeat(60)]) {
      await chat.ask(question);
      await transport.answer('Yes.');
    }
    await chat.until('pencils', () => chat.root.querySelectorAll('.edit-question').length === 2);
    for (const pencil of chat.root.querySelectorAll<HTMLElement>('.edit-question')) {
      const bubble = pencil.closest('.message')!.querySelector('.bubble')!;
      const withPencil = bubble.getBoundingClientRect();
      pencil.remove();
      const alone = bubble.getBoundingClientRect();
      expect([alone.x, alone.width]).to.deep.equal([withPencil.x, withPencil.width]);
    }
  });

  it('gets focus back when the edit box is closed', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await transport.answer('So.');
    await chat.until('a pencil', () => chat.root.querySelector('.edit-question'));
    await chat.pressButton('Edit');
    await chat.until('a box', () => chat.root.querySelector('.edit textarea'));
    await chat.pressButton('Cancel');
    await chat.until('focus', () => chat.root.activeElement?.classList.contains('edit-question'));
  });
});
