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

function isField(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
