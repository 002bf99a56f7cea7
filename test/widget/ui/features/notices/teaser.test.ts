import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const WORDS = 'Questions about boots?';

describe('the teaser, a bubble beside the launcher', () => {
  let field: HTMLInputElement | undefined;
  beforeEach(() => resetMouse());
  afterEach(() => {
    ChatHarness.cleanUp();
    field?.remove();
    field = undefined;
  });

  const bubble = (chat: ChatHarness) => {
    const found = chat.root.querySelector<HTMLElement>('[part=teaser]');
    return found?.checkVisibility({ visibilityProperty: true }) ? found : undefined;
  };
  const seen = (chat: ChatHarness) => chat.until('a teaser', () => bubble(chat));
  /** Waits until the teaser's code has loaded and made the bubble, which is not shown yet. */
  const waiting = (chat: ChatHarness) => chat.until('a bubble', () => chat.root.querySelector('.teaser'));

  function mount(settings: HarnessSettings = {}): ChatHarness {
    const transport = new ScriptedTransport();
    return ChatHarness.mount({ transport, teaser: WORDS, teaserDelay: 1, ...settings });
  }

  /** Puts a text field of the page where the bubble will be. */
  function putFieldUnder(chat: ChatHarness): HTMLInputElement {
    const { left, top } = chat.launcher.getBoundingClientRect();
    field = document.createElement('input');
    field.style.cssText = `position: fixed; left: ${left - 150}px; top: ${top}px; width: 140px; height: 40px`;
    document.body.append(field);
    return field;
  }

  it('breaks no word in Japanese', async () => {
    const chat = mount({ lang: 'ja', teaser: 'サイズや修理についてご質問はありますか？' });
    const teaser = await seen(chat);
    // Browsers choose line breaks by the lang attribute of the element, which the teaser's frame does not
    // inherit.
    expect(teaser.lang).to.equal('ja');
    if (CSS.supports('word-break', 'auto-phrase'))
      expect(getComputedStyle(teaser.querySelector('[part=teaser__text]')!).wordBreak).to.equal(
        'auto-phrase',
      );
  });

  it('appears with its text beside the launcher, without covering it', async () => {
    const chat = mount();
    const place = (await seen(chat)).getBoundingClientRect();
    expect(bubble(chat)?.textContent).to.equal(WORDS);
    expect(place.right).to.be.lessThan(chat.launcher.getBoundingClientRect().left);
    expect(place.left).to.be.greaterThan(0);
  });

  it('does not appear without a text, before its delay, and in a disabled or inline chat', async () => {
    for (const settings of [
      { teaser: '' },
      { teaserDelay: 60_000 },
      { disabled: true },
      { mode: 'inline' as const },
    ]) {
      const chat = mount(settings);
      const other = mount({ instance: 'other' });
      await seen(other);
      expect(chat.root.querySelector('.teaser'), JSON.stringify(settings)).to.equal(null);
      ChatHarness.cleanUp();
    }
  });

  it('opens the chat when it is pressed', async () => {
    const chat = mount();
    (await seen(chat)).querySelector<HTMLElement>('[part=teaser__text]')?.click();
    expect(chat.element.open).to.equal(true);
    await chat.until('no teaser', () => !bubble(chat));
  });

  it('is dismissed by its button and by Escape, and focus goes to the launcher', async () => {
    for (const dismiss of [
      (close: HTMLElement) => Promise.resolve(close.click()),
      () => sendKeys({ press: 'Escape' }),
    ]) {
      const chat = mount();
      const close = (await seen(chat)).querySelector<HTMLElement>('[part=teaser__close]')!;
      expect(close.ariaLabel).to.equal('Dismiss');
      close.focus();
      await dismiss(close);
      expect(bubble(chat)).to.equal(undefined);
      expect(chat.root.activeElement).to.equal(chat.launcher);
      ChatHarness.cleanUp();
    }
  });

  it('follows the launcher in the Tab order', async () => {
    const chat = mount();
    const shown = await seen(chat);
    chat.launcher.focus();
    await sendKeys({ press: 'Tab' });
    expect(chat.root.activeElement).to.equal(shown.querySelector('[part=teaser__text]'));
    await sendKeys({ press: 'Tab' });
    expect(chat.root.activeElement).to.equal(shown.querySelector('[part=teaser__close]'));
  });

  it('does not interrupt what a screen reader is reading', async () => {
    const shown = await seen(mount());
    expect(shown.closest('[aria-live], [role=status], [role=alert]')).to.equal(null);
  });

  it('is shown once, also on later pages', async () => {
    await seen(mount());
    for (const element of document.querySelectorAll('cf-ai-chat')) element.remove();
    const next = mount();
    const other = mount({ instance: 'other' });
    await seen(other);
    expect(next.root.querySelector('.teaser')).to.equal(null);
    expect(localStorage.getItem('cf-ai-chat:default:teaser')).to.equal('1');
  });

  it('stores nothing where the chat asks for consent first', async () => {
    const ask = (): ChatHarness => {
      const chat = mount({ instance: 'asking' });
      Object.assign(chat.element, { consent: 'before-first-message' });
      return chat;
    };
    const chat = ask();
    await seen(chat);
    expect(Object.keys({ ...sessionStorage, ...localStorage })).to.deep.equal([]);
    chat.element.remove();
    const again = ask();
    await seen(mount());
    expect(again.root.querySelector('.teaser')).to.equal(null);
  });

  it('is not shown to visitors who have opened the chat', async () => {
    const chat = mount({ teaserDelay: 100 });
    chat.element.show();
    await chat.ready();
    chat.element.hide();
    const other = mount({ instance: 'other', teaserDelay: 200 });
    await seen(other);
    expect(chat.root.querySelector('.teaser')).to.equal(null);
  });

  it('waits while a mouse button is pressed', async () => {
    await sendMouse({ type: 'move', position: [20, 20] });
    await sendMouse({ type: 'down' });
    const chat = mount();
    await waiting(chat);
    // Longer than the pause that the teaser waits for.
    const end = performance.now() + 900;
    await chat.until('some time', () => performance.now() > end);
    expect(bubble(chat)).to.equal(undefined);
    await sendMouse({ type: 'up' });
    await seen(chat);
  });

  it('waits while a focused text field is where it would appear, and disappears when such a field gets focus', async () => {
    const chat = mount({ teaserDelay: 50 });
    await chat.element.updateComplete;
    const box = putFieldUnder(chat);
    box.focus();
    await waiting(chat);
    const end = performance.now() + 900;
    await chat.until('some time', () => performance.now() > end);
    expect(bubble(chat)).to.equal(undefined);
    box.blur();
    await seen(chat);
    box.focus();
    await chat.until('no teaser', () => !bubble(chat));
  });

  it('lets the first press at its place reach the page below', async () => {
    const chat = mount();
    const made = await waiting(chat);
    const first = new Promise<string>((resolve) => {
      const look = (): void => resolve(getComputedStyle(made).pointerEvents);
      new MutationObserver(look).observe(made, { attributes: true });
    });
    expect(await first).to.equal('none');
    await chat.until('a bubble to press', () => getComputedStyle(made).pointerEvents === 'auto');
  });
});
