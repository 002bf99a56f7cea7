import { expect } from 'chai';
import { containFocus } from '../../../../widget/ui/frame/contain-focus.ts';

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
    containFocus(host, root, disposal.signal);
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

  /** What a node hears while focus goes from the page's field to the chat and back: type, target, related target. */
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

  it('is told to the page where no modal is shown', () => {
    showModal('display: none');
    expect(hearVisit(document)).to.deep.equal(EVERYTHING);
  });

  it('is told to the page where the chat is part of the modal', () => {
    showModal().append(host);
    expect(hearVisit(document)).to.deep.equal(EVERYTHING);
  });

  it('is kept from the page while it shows a modal', () => {
    showModal();
    expect(hearVisit(document)).to.deep.equal([
      'blur field nothing',
      'focus field chat',
      'focusin field chat',
      'focusout field nothing',
    ]);
  });

  it('is told to the chat itself while the page shows a modal', () => {
    showModal();
    expect(hearVisit(text, false)).to.deep.equal([
      'blur text field',
      'focus text field',
      'focusin text field',
      'focusout text field',
    ]);
  });

  it('stays where it is when the page pulls it back into its modal', () => {
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

  it('is told to the page again when the chat is gone', () => {
    showModal();
    disposal.abort();
    expect(hearVisit(document)).to.deep.equal(EVERYTHING);
  });
});
