import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('the composer', () => {
  afterEach(() => ChatHarness.cleanUp());

  async function opened(): Promise<ChatHarness> {
    const chat = await ChatHarness.open(new ScriptedTransport());
    chat.input.blur();
    return chat;
  }

  const shadow = (chat: ChatHarness): string => getComputedStyle(chat.part('composer')).boxShadow;

  it('has a strong focus ring after focus by keyboard', async () => {
    const chat = await opened();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    chat.input.focus();
    expect(shadow(chat)).not.to.equal('none');
    chat.input.blur();
    expect(shadow(chat)).to.equal('none');
  });

  it('has no strong focus ring after focus by pointer, also while the visitor types', async () => {
    const chat = await opened();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    chat.input.focus();
    chat.press('a');
    expect(shadow(chat)).to.equal('none');
  });
});
