import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const WORDS = 'Questions about boots?';

describe('the teaser', () => {
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
  /** Its code is here and has made what will appear. */
  const waiting = (chat: ChatHarness) => chat.until('a bubble', () => chat.root.querySelector('.teaser'));

  function mount(settings: HarnessSettings = {}): ChatHarness {
    const transport = new ScriptedTransport();
    return ChatHarness.mount({ transport, teaser: WORDS, teaserDelay: 1, ...settings });
  }

  /** A text field of the page's, where the bubble will be. */
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
    // For line breaks browsers know a language by its attribute alone, which the frame does not inherit.
    expect(teaser.lang).to.equal('ja');
    if (CSS.supports('word-break', 'auto-phrase'))
      expect(getComputedStyle(teaser.querySelector('[part=teaser__text]')!).wordBreak).to.equal(
        'auto-phrase',
      );
  });

  it('comes with its words, beside the launcher and over nothing of it', async () => {
    const chat = mount();
    const place = (await seen(chat)).getBoundingClientRect();
    expect(bubble(chat)?.textContent).to.equal(WORDS);
    expect(place.right).to.be.lessThan(chat.launcher.getBoundingClientRect().left);
    expect(place.left).to.be.greaterThan(0);
  });

  it('is not there without words, before its delay, in a disabled or an inline chat', async () => {
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

  it('opens the chat', async () => {
    const chat = mount();
    (await seen(chat)).querySelector<HTMLElement>('[part=teaser__text]')?.click();
    expect(chat.element.open).to.equal(true);
    await chat.until('no teaser', () => !bubble(chat));
  });

  it('is dismissed with its button, and with Escape, and focus goes to the launcher', async () => {
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

  it('comes after the launcher in the order of Tab', async () => {
    const chat = mount();
    const shown = await seen(chat);
    chat.launcher.focus();
    await sendKeys({ press: 'Tab' });
    expect(chat.root.activeElement).to.equal(shown.querySelector('[part=teaser__text]'));
    await sendKeys({ press: 'Tab' });
    expect(chat.root.activeElement).to.equal(shown.querySelector('[part=teaser__close]'));
  });

  it('is not said over what a visitor hears', async () => {
    const shown = await seen(mount());
    expect(shown.closest('[aria-live], [role=status], [role=alert]')).to.equal(null);
  });

  it('is shown once, on later pages too', async () => {
    await seen(mount());
    for (const element of document.querySelectorAll('cf-ai-chat')) element.remove();
    const next = mount();
    const other = mount({ instance: 'other' });
    await seen(other);
    expect(next.root.querySelector('.teaser')).to.equal(null);
    expect(localStorage.getItem('cf-ai-chat:default:teaser')).to.equal('1');
  });

  it('stores nothing where visitors are asked first', async () => {
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

  it('is not for visitors who have opened the chat', async () => {
    const chat = mount({ teaserDelay: 100 });
    chat.element.show();
    await chat.ready();
    chat.element.hide();
    const other = mount({ instance: 'other', teaserDelay: 200 });
    await seen(other);
    expect(chat.root.querySelector('.teaser')).to.equal(null);
  });

  it('waits while a button of the mouse is down', async () => {
    await sendMouse({ type: 'move', position: [20, 20] });
    await sendMouse({ type: 'down' });
    const chat = mount();
    await waiting(chat);
    // Longer than the calm that it waits for.
    const end = performance.now() + 900;
    await chat.until('some time', () => performance.now() > end);
    expect(bubble(chat)).to.equal(undefined);
    await sendMouse({ type: 'up' });
    await seen(chat);
  });

  it('waits while a text field has focus that it would cover, and leaves one that gets focus', async () => {
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

  it('leaves the first press at its place to the page below', async () => {
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
