import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const SIZE_KEY = 'cf-ai-chat:default:size';

describe('the size of the panel', () => {
  afterEach(() => ChatHarness.cleanUp());

  const open = async (settings: HarnessSettings = {}): Promise<ChatHarness> => {
    const chat = await ChatHarness.open(new ScriptedTransport(), settings);
    await chat.animated();
    return chat;
  };
  const width = (chat: ChatHarness): number => Math.round(chat.panel.offsetWidth);

  async function resize(chat: ChatHarness, label: 'Make larger' | 'Make smaller'): Promise<void> {
    const before = width(chat);
    await chat.choose(label);
    await chat.until('another width', () => width(chat) !== before);
  }

  /** Drags the corner by this many pixels. */
  async function drag(chat: ChatHarness, x: number, y: number): Promise<void> {
    const corner = chat.part('corner');
    const { left, top } = corner.getBoundingClientRect();
    const at = (type: string, clientX: number, clientY: number): PointerEvent =>
      new PointerEvent(type, { clientX, clientY, pointerId: 7, bubbles: true, composed: true });
    const before = width(chat);
    // Only a real pointer can be captured, so the method is replaced.
    let isCaptured = false;
    corner.setPointerCapture = () => (isCaptured = true);
    corner.hasPointerCapture = () => isCaptured;
    corner.dispatchEvent(at('pointerdown', left, top));
    await chat.until('a corner that follows', () => {
      corner.dispatchEvent(at('pointermove', left + x, top + y));
      return width(chat) !== before;
    });
    isCaptured = false;
    corner.dispatchEvent(at('lostpointercapture', left + x, top + y));
    await chat.element.updateComplete;
  }

  it('is wide after "Make larger" in the menu, and normal after "Make smaller"', async () => {
    const chat = await open();
    expect(width(chat)).to.equal(400);
    await resize(chat, 'Make larger');
    expect(width(chat)).to.equal(Math.min(720, innerWidth - 40));
    await resize(chat, 'Make smaller');
    expect(width(chat)).to.equal(400);
  });

  it('is not inherited by messages, since browsers would compute the styles of all of them again', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport(), {
      messages: [
        { role: 'user', content: 'How?' },
        { role: 'assistant', content: 'So.' },
      ] as never,
    });
    await resize(chat, 'Make larger');
    const messages = [...chat.root.querySelectorAll('.message')];
    for (const name of ['width', 'height', 'view-height', 'viewport-height', 'viewport-top'])
      for (const message of messages)
        expect(getComputedStyle(message).getPropertyValue(`--_cf-ai-chat-${name}`), name).to.equal('');
    expect(messages).to.have.length(2);
  });

  it('follows the dragged corner, and never gets too small', async () => {
    const chat = await open();
    await drag(chat, -60, 20);
    expect(width(chat)).to.equal(460);
    await drag(chat, 1000, 1000);
    expect(width(chat)).to.equal(320);
    await resize(chat, 'Make smaller');
    expect(width(chat)).to.equal(400);
  });

  it('follows the corner at the other side in a right-to-left page and with the chat at the start', async () => {
    for (const settings of [{ lang: 'ar' }, { position: 'bottom-start' }] as const) {
      const chat = await open(settings);
      if ('lang' in settings) chat.element.dir = 'rtl';
      await drag(chat, 60, 0);
      expect(width(chat), JSON.stringify(settings)).to.equal(460);
      chat.element.remove();
    }
  });

  for (const [persist, storage] of [
    ['session', sessionStorage],
    ['local', localStorage],
  ] as const) {
    it(`is remembered with persist="${persist}", separately for each instance`, async () => {
      const chat = await open({ persist });
      await resize(chat, 'Make larger');
      expect(storage.getItem(SIZE_KEY)).to.not.equal(null);
      chat.element.remove();
      expect(width(await open({ persist }))).to.be.above(400);
      expect(width(await open({ persist, instance: 'other' }))).to.equal(400);
    });
  }

  it('is not stored with persist="none"', async () => {
    const chat = await open();
    await resize(chat, 'Make larger');
    expect(sessionStorage.length + localStorage.length).to.equal(0);
    chat.element.hide();
    await chat.element.updateComplete;
    chat.element.show();
    await chat.animated();
    expect(width(chat)).to.be.above(400);
  });

  it('can be changed for a floating panel only', async () => {
    const chat = await open({ mode: 'inline' });
    await chat.openMenu();
    expect(chat.menuItems).to.not.include('Make larger');
    expect(chat.root.querySelector('[part=corner]')).to.equal(null);
  });
});
