import { type Hotkey, isHotkey } from './hotkey.ts';

/**
 * Calls back when the visitor presses a combination of keys that nobody else wants: after all listeners of the page, where none
 * has cancelled or stopped the event, and no text field has the focus but one that `isOwn` names. Ends with the signal.
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
    // Added now, it is the last of the window's listeners, whenever the page has added its own.
    removeEventListener('keydown', handleLast);
    addEventListener('keydown', handleLast, { once: true });
  };
  addEventListener('keydown', handleFirst, { capture: true, signal });
  signal.addEventListener('abort', () => removeEventListener('keydown', handleLast));
}

/**
 * Whether a key that was pressed before anybody followed it is the combination, and nobody else's: neither cancelled, nor of a text field
 * that has had the focus then or has it now.
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
