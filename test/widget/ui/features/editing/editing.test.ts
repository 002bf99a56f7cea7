import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('a question that is being edited', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const open = (persist: 'session' | 'none' = 'session'): Promise<ChatHarness> =>
    ChatHarness.open(transport, { persist, instance: 'editing' });

  const boxOf = (chat: ChatHarness): Promise<HTMLTextAreaElement> =>
    chat.until('the box', () => chat.root.querySelector<HTMLTextAreaElement>('.edit textarea'));

  async function answered(persist?: 'none'): Promise<ChatHarness> {
    const chat = await open(persist);
    await chat.ask('Boots?');
    await transport.answer('Yes.');
    await chat.drawn();
    return chat;
  }

  /** Asks a question, opens it for editing and types. */
  async function edit(text: string, persist?: 'none'): Promise<ChatHarness> {
    const chat = await answered(persist);
    await chat.until('a pencil', () => chat.root.querySelector('.edit-question'));
    await chat.pressButton('Edit');
    const box = await boxOf(chat);
    expect(box.value).to.equal('Boots?');
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return chat;
  }

  /** Opens the next page of the tab. */
  async function reload(chat: ChatHarness): Promise<ChatHarness> {
    chat.element.remove();
    await Promise.resolve();
    return open();
  }

  it('has its text box and its new text on the next page', async () => {
    const next = await reload(await edit('Brown boo'));
    expect((await boxOf(next)).value).to.equal('Brown boo');
    expect(next.bodies).to.include('Yes.');
  });

  it('keeps the new text while an answer or a setting is drawn', async () => {
    const chat = await edit('Brown boo');
    chat.element.heading = 'Shop';
    await chat.drawn();
    expect((await boxOf(chat)).value).to.equal('Brown boo');
  });

  it('keeps the new text while another conversation is shown', async () => {
    const chat = await edit('Brown boo');
    const { messages } = chat.element;
    chat.element.messages = [];
    await chat.until('no box', () => !chat.root.querySelector('.edit'));
    chat.element.messages = messages;
    expect((await boxOf(chat)).value).to.equal('Brown boo');
  });

  it('keeps focus and caret when its place in the transcript changes', async () => {
    const chat = await edit('Brown boo');
    (await boxOf(chat)).setSelectionRange(2, 2);
    const [question, answer] = chat.element.messages;
    chat.element.messages = [{ role: 'user', content: 'Before' }, answer!, question!];
    await chat.until('the new order', () => chat.bodies[0] === 'Before');
    await chat.drawn();
    const box = await boxOf(chat);
    expect(chat.root.activeElement).to.equal(box);
    expect([box.value, box.selectionStart]).to.deep.equal(['Brown boo', 2]);
  });

  it('is asked with the new text, and its draft is deleted', async () => {
    const next = await reload(await edit('Brown boots?'));
    await boxOf(next);
    (await boxOf(next)).form?.requestSubmit();
    await transport.answer('Sold out.');
    await next.drawn();
    expect(next.bodies).to.deep.equal(['Brown boots?', 'Sold out.']);
    expect(sessionStorage.getItem('cf-ai-chat:editing:v1:edit')).to.equal(null);
  });

  it('stays open, with the new text, when Back shows a page without storage', async () => {
    const chat = await edit('Brown boo', 'none');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await chat.drawn();
    expect((await boxOf(chat)).value).to.equal('Brown boo');
  });

  it('keeps text that came without an input event when the page is left', async () => {
    const chat = await edit('Brown boo');
    (await boxOf(chat)).value = 'Brown boots, please';
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect((await boxOf(await reload(chat))).value).to.equal('Brown boots, please');
  });

  it('is shown, with the new text, when Back shows a page on which it was not open', async () => {
    const chat = await answered();
    sessionStorage.setItem(
      'cf-ai-chat:editing:v1:edit',
      JSON.stringify({ id: chat.element.messages[0]?.id, text: 'Brown boo' }),
    );
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect((await boxOf(chat)).value).to.equal('Brown boo');
  });

  it('is not reopened after Cancel', async () => {
    const chat = await edit('Brown boo');
    await chat.pressButton('Cancel');
    const next = await reload(chat);
    await next.drawn();
    expect(next.root.querySelector('.edit')).to.equal(null);
  });
});
