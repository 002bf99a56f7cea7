import { expect } from 'chai';
import { containEvents, containKeys } from '../../../../widget/ui/frame/contain-events.ts';
import { notApplicable } from '../../../support/not-applicable.ts';

describe('typing in the chat', () => {
  let host: HTMLElement;
  let root: ShadowRoot;
  let disposal: AbortController;

  beforeEach(() => {
    disposal = new AbortController();
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
    containEvents(host, root, disposal.signal);
  });
  afterEach(() => {
    disposal.abort();
    host.remove();
  });

  /** Whether the page hears a key event. */
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
    ['Ctrl+V', { key: 'v', ctrlKey: true }, false],
    ['Ctrl+C of a Greek keyboard', { key: 'ψ', code: 'KeyC', ctrlKey: true }, false],
    ['Ctrl+Backspace', { key: 'Backspace', ctrlKey: true }, false],
    ['Escape', { key: 'Escape' }, true],
    ['Tab', { key: 'Tab' }, true],
    ['Ctrl+K', { key: 'k', ctrlKey: true }, true],
    ['Ctrl+K of a Dvorak keyboard', { key: 'k', code: 'KeyV', ctrlKey: true }, true],
    ['Ctrl+comma', { key: ',', code: 'Comma', ctrlKey: true }, true],
    ['Command+K', { key: 'k', metaKey: true }, true],
  ] as const) {
    it(`${isHeard ? 'lets the page hear' : 'keeps from the page'} ${title}`, function () {
      const needsAltGraph = 'modifierAltGraph' in init;
      if (needsAltGraph && !keyEvent('keydown', init).getModifierState('AltGraph'))
        notApplicable(this, 'an event that is made here has no AltGr; WebKit does not run on Windows');
      const heard = ['keydown', 'keypress', 'keyup'].map((type) =>
        reachesPage(root.querySelector('textarea'), keyEvent(type, init)),
      );
      expect(heard).to.deep.equal([isHeard, isHeard, isHeard]);
    });
  }

  it('keeps from the page the keys typed into the name of a conversation', () => {
    expect(reachesPage(root.querySelector('input'), keyEvent('keydown', { key: 'k' }))).to.equal(false);
  });

  it('does not cancel a key event, so that the browser acts on it', () => {
    const event = keyEvent('keydown', { key: 'k' });
    root.querySelector('textarea')?.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
  });

  it('lets the page hear keys that are not typed into a field of the chat', () => {
    expect(reachesPage(root.querySelector('button'), keyEvent('keydown', { key: 'k' }))).to.equal(true);
    expect(reachesPage(host.querySelector('textarea'), keyEvent('keydown', { key: 'k' }))).to.equal(true);
  });

  it('keeps from the page the keys that press a button, scroll, or copy', () => {
    for (const init of [
      { key: ' ' },
      { key: 'Enter' },
      { key: 'PageDown' },
      { key: 'ArrowUp' },
      { key: 'c', ctrlKey: true },
    ])
      expect(reachesPage(root.querySelector('button'), keyEvent('keydown', init)), init.key).to.equal(false);
    const undo = keyEvent('keydown', { key: 'z', ctrlKey: true });
    expect(reachesPage(root.querySelector('button'), undo)).to.equal(true);
  });

  it('is kept from the page in a dialog that opens before the panel has loaded', () => {
    const dialog = document.createElement('dialog');
    const field = document.createElement('input');
    dialog.append(field);
    document.body.append(dialog);
    containKeys(dialog);
    const heard = ['k', 'Escape'].map((key) => reachesPage(field, keyEvent('keydown', { key })));
    dialog.remove();
    expect(heard).to.deep.equal([false, true]);
  });

  it('handles the key event without a key that a browser fires when it fills in a form', () => {
    const event = new Event('keydown', { bubbles: true, composed: true });
    expect(reachesPage(root.querySelector('textarea'), event)).to.equal(true);
  });
});

describe('presses of the mouse in the chat', () => {
  const PRESSES = ['pointerdown', 'mousedown', 'mouseup', 'click'] as const;
  let host: HTMLElement;
  let root: ShadowRoot;
  let button: HTMLButtonElement;
  let disposal: AbortController;

  beforeEach(() => {
    disposal = new AbortController();
    host = document.createElement('div');
    root = host.attachShadow({ mode: 'open' });
    button = document.createElement('button');
    root.append(button, document.createElement('a'), document.createElement('slot'));
    host.append(document.createElement('p'));
    document.body.append(host);
    containEvents(host, root, disposal.signal);
  });
  afterEach(() => {
    disposal.abort();
    host.remove();
  });

  const eventOf = (type: string): MouseEvent =>
    new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, clientX: 7 });

  /** Dispatches an event while a listener of the page is registered. Returns the event. */
  function press(
    target: Element | null,
    type: string,
    listener: (event: Event) => void,
    capture = false,
  ): Event {
    const event = eventOf(type);
    document.addEventListener(type, listener, { capture, passive: false });
    target?.dispatchEvent(event);
    document.removeEventListener(type, listener, { capture });
    return event;
  }

  for (const type of PRESSES) {
    it(`reach the page once, with their coordinates: ${type}`, () => {
      const places: unknown[] = [];
      press(button, type, (event) => places.push((event as MouseEvent).clientX, event.target));
      expect(places).to.deep.equal([7, host]);
    });

    it(`reach the chat although an earlier listener of the page stops them: ${type}`, () => {
      let isHeard = false;
      button.addEventListener(type, () => (isHeard = true));
      const event = press(
        button,
        type,
        (seen) => {
          seen.preventDefault();
          seen.stopImmediatePropagation();
        },
        true,
      );
      expect([isHeard, event.defaultPrevented]).to.deep.equal([true, false]);
    });
  }

  it('are not cancelled by a handler of the page that returns false', () => {
    document.body.setAttribute('onmousedown', 'return false');
    const event = eventOf('mousedown');
    button.dispatchEvent(event);
    document.body.removeAttribute('onmousedown');
    expect(event.defaultPrevented).to.equal(false);
  });

  it('can be cancelled by the chat itself', () => {
    button.addEventListener('click', (event) => event.preventDefault());
    expect(press(button, 'click', () => undefined).defaultPrevented).to.equal(true);
  });

  it("can be cancelled by the page's router when they are on a link", () => {
    const link = root.querySelector('a');
    const event = press(link, 'click', (seen) => {
      if (seen.composedPath()[0] === link) seen.preventDefault();
    });
    expect(event.defaultPrevented).to.equal(true);
  });

  it('can be cancelled by the page when they are on an element that the page has slotted in', () => {
    const event = press(host.querySelector('p'), 'mousedown', (seen) => seen.preventDefault(), true);
    expect(event.defaultPrevented).to.equal(true);
  });

  for (const type of ['wheel', 'touchmove', 'click', 'copy'])
    it(`elsewhere on the page are not touched, nor clicks on slotted elements: ${type}`, () => {
      const event = press(document.body, type, (seen) => seen.preventDefault(), true);
      expect(event.defaultPrevented).to.equal(true);
      const slotted = press(host.querySelector('p'), type, (seen) => seen.preventDefault(), true);
      expect(slotted.defaultPrevented).to.equal(type === 'click' || type === 'copy');
    });

  for (const type of [
    'beforeinput',
    'selectstart',
    'contextmenu',
    'copy',
    'paste',
    'dragstart',
    'touchstart',
    'touchend',
    'wheel',
  ])
    it(`reach the page without other events: no ${type}`, () => {
      let isHeard = false;
      const event = press(button, type, () => (isHeard = true));
      expect([isHeard, event.defaultPrevented]).to.deep.equal([false, false]);
    });
});

const TYPES = ['focusout', 'focusin', 'blur', 'focus'] as const;

describe('focus in the chat', () => {
  let place: HTMLElement;
  let host: HTMLElement;
  let text: HTMLTextAreaElement;
  let field: HTMLInputElement;
  let disposal: AbortController;

  beforeEach(() => {
    disposal = new AbortController();
    place = document.createElement('div');
    host = document.createElement('div');
    field = document.createElement('input');
    text = document.createElement('textarea');
    const root = host.attachShadow({ mode: 'open' });
    root.append(text);
    place.append(field, host);
    document.body.append(place);
    containEvents(host, root, disposal.signal);
  });
  afterEach(() => {
    disposal.abort();
    place.remove();
  });

  function showModal(style = ''): HTMLElement {
    const modal = document.createElement('div');
    modal.role = 'dialog';
    modal.textContent = 'Modal';
    modal.style.cssText = style;
    place.append(modal);
    return modal;
  }

  /**
   * Records what a node hears while focus goes from the page's field to the chat and back: type, target,
   * related target.
   */
  function hearVisit(node: Node, isCapturing = true): string[] {
    const names = new Map<unknown, string>([
      [field, 'field'],
      [host, 'chat'],
      [text, 'text'],
      [null, 'nothing'],
    ]);
    const heard: string[] = [];
    const listening = new AbortController();
    for (const type of TYPES)
      node.addEventListener(
        type,
        (event) => {
          const { target, relatedTarget } = event as FocusEvent;
          heard.push(`${type} ${names.get(target)} ${names.get(relatedTarget)}`);
        },
        { capture: isCapturing, signal: listening.signal },
      );
    field.focus();
    heard.length = 0;
    text.focus();
    field.focus();
    listening.abort();
    return heard.toSorted();
  }

  const EVERYTHING = [
    'blur chat field',
    'blur field chat',
    'focus chat field',
    'focus field chat',
    'focusin chat field',
    'focusin field chat',
    'focusout chat field',
    'focusout field chat',
  ];

  it('reaches the page where no modal dialog is shown', () => {
    showModal('display: none');
    expect(hearVisit(document)).to.deep.equal(EVERYTHING);
  });

  it('reaches the page where the chat is inside of the modal dialog', () => {
    showModal().append(host);
    expect(hearVisit(document)).to.deep.equal(EVERYTHING);
  });

  it('is kept from the page while the page shows a modal dialog', () => {
    showModal();
    expect(hearVisit(document)).to.deep.equal([
      'blur field nothing',
      'focus field chat',
      'focusin field chat',
      'focusout field nothing',
    ]);
  });

  it('reaches the chat itself while the page shows a modal dialog', () => {
    showModal();
    expect(hearVisit(text, false)).to.deep.equal([
      'blur text field',
      'focus text field',
      'focusin text field',
      'focusout text field',
    ]);
  });

  it('stays in the chat when the page pulls it back into its modal dialog', () => {
    const modal = showModal();
    modal.append(field);
    const listening = new AbortController();
    const pullBack = ({ target, relatedTarget }: FocusEvent): void => {
      for (const element of [target, relatedTarget])
        if (element instanceof Node && !modal.contains(element)) field.focus();
    };
    document.addEventListener('focusin', pullBack, { signal: listening.signal });
    document.addEventListener('focusout', pullBack, { signal: listening.signal });
    field.focus();
    text.focus();
    expect(document.activeElement).to.equal(host);
    listening.abort();
  });

  it('reaches the page again when the chat is removed', () => {
    showModal();
    disposal.abort();
    expect(hearVisit(document)).to.deep.equal(EVERYTHING);
  });
});
