import { isSecondPress } from '../base/press.ts';

/** Controls whose second press would undo the first one, or would be for what stands in their place by then. */
const ONCE = '.menu-button, .suggestion';
const CONTROL = 'button, a';

/**
 * Has a double click on some controls of a panel do what one click does. A key that is held down presses a control once: a menu that
 * it has opened has its first line under the key.
 */
export function ignoreSecondPresses(root: HTMLElement, signal: AbortSignal): void {
  const options = { capture: true, signal };
  root.addEventListener('click', (event) => isRepeated(event) && ignore(event), options);
  root.addEventListener('keydown', (event) => isHeld(event) && ignore(event), options);
}

function isRepeated(event: Event): boolean {
  const control = controlOf(event);
  return isSecondPress(event, control) && control?.matches(ONCE) === true;
}

function isHeld(event: KeyboardEvent): boolean {
  return event.repeat && event.key === 'Enter' && controlOf(event) !== null;
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(CONTROL) : null;
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
