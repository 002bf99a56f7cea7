import { DOUBLE_PRESS_MS } from '../base/press.ts';

/** Controls whose second press would undo the first one. Send has more to look at: `asking/controls.ts`. */
const ONCE = '.menu-button, .suggestion';
const CONTROL = 'button, a';

/**
 * Has a double click on some controls of a panel do what one click does, whether it is made by mouse, finger, key or a screen
 * reader. A key that is held down presses a control once: a menu that it has opened has its first line under the key.
 */
export function ignoreSecondPresses(root: HTMLElement, signal: AbortSignal): void {
  let last: Element | null = null;
  let pressedAt = 0;
  const ignoreSecond = (event: Event): void => {
    const isSecond = controlOf(event) === last && event.timeStamp - pressedAt <= DOUBLE_PRESS_MS;
    if (isSecond && last?.matches(ONCE)) ignore(event);
  };
  const handleClick = (event: Event): void => {
    ignoreSecond(event);
    last = controlOf(event);
    pressedAt = event.timeStamp;
  };
  // A press on the page closes a menu: the next one on its button opens it.
  const forget = (event: Event): void => {
    if (!event.composedPath().includes(root)) last = null;
  };
  const options = { capture: true, signal };
  // It would take focus back from a menu that has opened.
  root.addEventListener('mousedown', ignoreSecond, options);
  root.addEventListener('click', handleClick, options);
  root.addEventListener('keydown', ignoreHeldKey, options);
  document.addEventListener('click', forget, options);
}

function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && controlOf(event)) ignore(event);
}

function controlOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(CONTROL) : null;
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
