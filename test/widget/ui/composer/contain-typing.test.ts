import { expect } from 'chai';
import { containTyping } from '../../../../widget/ui/composer/contain-typing.ts';
import { notApplicable } from '../../../support/not-applicable.ts';

describe('typing in the chat', () => {
  let host: HTMLElement;
  let root: ShadowRoot;
  const disposal = new AbortController();

  beforeEach(() => {
    host = document.createElement('div');
    root = host.attachShadow({ mode: 'open' });
    root.append(
      document.createElement('textarea'),
      document.createElement('input'),
      document.createElement('button'),
      document.createElement('slot'),
    );
    host.append(document.createElement('textarea'));
    document.body.append(host);
    containTyping(root, disposal.signal);
  });
  afterEach(() => host.remove());

  /** Whether the page hears of a key event. */
  function reachesPage(target: Element | null, event: Event): boolean {
    let isHeard = false;
    const handle = (): void => void (isHeard = true);
    document.addEventListener(event.type, handle, { once: true });
    target?.dispatchEvent(event);
    document.removeEventListener(event.type, handle);
    return isHeard;
  }

  function keyEvent(type: string, init: KeyboardEventInit): KeyboardEvent {
    return new KeyboardEvent(type, { bubbles: true, composed: true, cancelable: true, ...init });
  }

  for (const [title, init, isHeard] of [
    ['a letter', { key: 'k' }, false],
    ['a capital', { key: 'K', shiftKey: true }, false],
    ['a slash', { key: '/' }, false],
    ['an arrow', { key: 'ArrowRight' }, false],
    ['Enter', { key: 'Enter' }, false],
    ['a letter of an input method', { key: 'Process', isComposing: true }, false],
    ['the Escape that ends a composition', { key: 'Escape', isComposing: true }, false],
    ['"@" by AltGr on Windows', { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }, false],
    ['"ß" by Option on macOS', { key: 'ß', altKey: true }, false],
    ['Escape', { key: 'Escape' }, true],
    ['Tab', { key: 'Tab' }, true],
    ['Ctrl+K', { key: 'k', ctrlKey: true }, true],
    ['Command+K', { key: 'k', metaKey: true }, true],
  ] as const) {
    it(`${isHeard ? 'lets the page have' : 'keeps from the page'} ${title}`, function () {
      const needsAltGraph = 'modifierAltGraph' in init;
      if (needsAltGraph && !keyEvent('keydown', init).getModifierState('AltGraph'))
        notApplicable(this, 'an event that is made here has no AltGr; WebKit does not run on Windows');
      const heard = ['keydown', 'keypress', 'keyup'].map((type) =>
        reachesPage(root.querySelector('textarea'), keyEvent(type, init)),
      );
      expect(heard).to.deep.equal([isHeard, isHeard, isHeard]);
    });
  }

  it('keeps from the page what is typed into the name of a conversation', () => {
    expect(reachesPage(root.querySelector('input'), keyEvent('keydown', { key: 'k' }))).to.equal(false);
  });

  it('leaves the default action of a key to the browser', () => {
    const event = keyEvent('keydown', { key: 'k' });
    root.querySelector('textarea')?.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
  });

  it('lets the page have keys that nobody types into a field of the chat', () => {
    expect(reachesPage(root.querySelector('button'), keyEvent('keydown', { key: 'k' }))).to.equal(true);
    expect(reachesPage(host.querySelector('textarea'), keyEvent('keydown', { key: 'k' }))).to.equal(true);
  });

  it('takes the key event without a key of a browser that fills a form', () => {
    const event = new Event('keydown', { bubbles: true, composed: true });
    expect(reachesPage(root.querySelector('textarea'), event)).to.equal(true);
  });
});
