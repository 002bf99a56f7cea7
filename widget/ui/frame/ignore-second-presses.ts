import { DOUBLE_PRESS_MS } from '../base/press.ts';

/** Controls whose second press would undo the first one. The Send button is handled in `asking/controls.ts`. */
const TOGGLES = '.menu-button, .suggestion';
const CONTROL = 'button, a';

/**
 * Makes a double click on some controls of a panel act like one click, whether by mouse, finger, key or screen reader. Also, a
 * key that is held down presses a control only once: if it has opened a menu, the menu's first line has focus and would be
 * pressed next.
 */
export function ignoreSecondPresses(root: HTMLElement, signal: AbortSignal): void {
  let last: Element | null = null;
  let pressedAt = 0;
  const ignoreSecond = (event: Event): void => {
    const isSecond = controlOf(event) === last && event.timeStamp - pressedAt <= DOUBLE_PRESS_MS;
    if (isSecond && last?.matches(TOGGLES)) ignore(event);
  };
  const handleClick = (event: Event): void => {
    ignoreSecond(event);
    last = controlOf(event);
    pressedAt = event.timeStamp;
  };
  // A press elsewhere on the page closes a menu. The next press on the menu's button is then a first press again.
  const forget = (event: Event): void => {
    if (!event.composedPath().includes(root)) last = null;
  };
  const options = { capture: true, signal };
  // Ignored too, because it would move focus away from a menu that has just opened.
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
