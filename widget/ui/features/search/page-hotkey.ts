import { type Hotkey, isHotkey } from './hotkey.ts';

/**
 * Calls `handle` when the visitor presses a key combination that the page does not use. It is checked after all listeners of
 * the page: none may have cancelled or stopped the event, and no text field may have focus, except one for which `isOwn`
 * returns true. Ends with the signal.
 */
export function followHotkey(
  hotkey: Hotkey,
  isOwn: (field: EventTarget | undefined) => boolean,
  handle: () => void,
  signal: AbortSignal,
): void {
  let pressed: Event | undefined;
  const handleLast = (event: Event): void => {
    const [target] = event.composedPath();
    if (event !== pressed || event.defaultPrevented || (isField(target) && !isOwn(target))) return;
    event.preventDefault();
    handle();
  };
  const handleFirst = (event: KeyboardEvent): void => {
    if (event.repeat || !isHotkey(event, hotkey)) return;
    pressed = event;
    // Added at this moment, it runs after all other listeners of the window.
    removeEventListener('keydown', handleLast);
    addEventListener('keydown', handleLast, { once: true });
  };
  addEventListener('keydown', handleFirst, { capture: true, signal });
  signal.addEventListener('abort', () => removeEventListener('keydown', handleLast));
}

/**
 * Whether a key press that happened before `followHotkey` was called is the combination and not used otherwise: it was not
 * cancelled, and no text field had focus then or has it now.
 */
export function isMeant(event: KeyboardEvent, hotkey: Hotkey, focused: Element | null): boolean {
  let field: EventTarget | null = focused;
  while (field instanceof Element && field.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
  return (
    !event.repeat &&
    !event.defaultPrevented &&
    isHotkey(event, hotkey) &&
    !isField(event.target ?? undefined) &&
    !isField(field ?? undefined)
  );
}

function isField(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
