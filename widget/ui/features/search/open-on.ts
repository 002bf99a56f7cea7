/** A text field of the page. */
function isTextField(element: Element): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    !/^(?:button|submit|image|reset|checkbox|radio)$/.test(element.type)
  );
}

/** What is done with the page's own search. */
export interface OpenOnHandlers {
  /** It is about to be used. */
  readonly handleIntent: () => void;
  /** It was used; `text` is that of its field, empty for a button. */
  readonly handleUse: (text: string) => void;
}

/**
 * Takes over the search fields, buttons and forms of the page that a selector names, also those that come later: a press or typing
 * opens our search in place of theirs. Presses with which a browser opens a new tab stay the browser's.
 */
export function followOpenOn(
  selector: string,
  { handleIntent, handleUse }: OpenOnHandlers,
  signal: AbortSignal,
): void {
  const find = (event: Event): Element | undefined =>
    event.composedPath().find((node): node is Element => node instanceof Element && node.matches(selector));
  const take = (event: Event): void => {
    const element = find(event);
    if (!element || isForNewTab(event)) return;
    // The field of a form that is named counts when it is typed into, or the form is sent.
    const [target] = event.composedPath();
    const inForm = element instanceof HTMLFormElement;
    if (inForm && event.type === 'click') return;
    const field = inForm ? element.querySelector('input:not([type=hidden])') : element;
    const typed = target instanceof Element && isTextField(target) ? target : field;
    event.preventDefault();
    event.stopPropagation();
    const own = typed && isTextField(typed) ? typed : undefined;
    handleUse(own?.value ?? '');
    // What is typed goes on in our field; back in theirs, a visitor begins anew.
    if (own && event.type === 'input') own.value = '';
  };
  const notice = (event: Event): void => void (find(event) && handleIntent());
  // Typed before this code was here. A value that the page has given its field is none.
  const early = document.activeElement;
  if (early?.closest(selector) && isTextField(early) && early.value !== early.defaultValue) {
    handleUse(early.value);
    early.value = '';
  }
  for (const type of ['click', 'input', 'submit'])
    document.addEventListener(type, take, { capture: true, signal });
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, notice, { capture: true, passive: true, signal });
}

function isForNewTab(event: Event): boolean {
  return (
    event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0)
  );
}
