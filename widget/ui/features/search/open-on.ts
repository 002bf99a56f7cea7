/** Whether an element is a text field. */
function isTextField(element: Element): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    !/^(?:button|submit|image|reset|checkbox|radio)$/.test(element.type)
  );
}

/** Handlers for the use of the page's own search elements. */
export interface OpenOnHandlers {
  /** The pointer or the focus is on one of the page's search elements, so the search is probably about to be used. */
  readonly handleIntent: () => void;
  /** A search element was used. `text` is the text of its field, empty for a button. */
  readonly handleUse: (text: string) => void;
}

/**
 * Replaces the search fields, buttons and forms of the page that match a selector, also those added later: pressing or typing
 * opens our search instead. Presses that make the browser open a new tab are left to the browser.
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
    // If the selector matches a form, its field counts when it is typed into or the form is submitted.
    const [target] = event.composedPath();
    const inForm = element instanceof HTMLFormElement;
    if (inForm && event.type === 'click') return;
    const field = inForm ? element.querySelector('input:not([type=hidden])') : element;
    const typed = target instanceof Element && isTextField(target) ? target : field;
    event.preventDefault();
    event.stopPropagation();
    const own = typed && isTextField(typed) ? typed : undefined;
    handleUse(own?.value ?? '');
    // Clear the page's field, because the text continues in ours; after returning, the visitor starts anew.
    if (own && event.type === 'input') own.value = '';
  };
  const notice = (event: Event): void => void (find(event) && handleIntent());
  // Text typed before this code had loaded. A value set by the page itself does not count.
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
