/** Time without a gesture after which something may appear. */
const CALM_MS = 600;
const GESTURES = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'keydown',
  'wheel',
  'scroll',
  'visibilitychange',
];
const CONTROL = 'a, button, input, select, textarea, label, summary, [role], [tabindex], [onclick]';

/**
 * Resolves when the visitor is idle: the page is visible, no mouse button or finger is down, and the bubble would cover
 * neither the control under the mouse nor the focused element.
 *
 * @param place returns the rectangle of the bubble in the window
 * @param own the element that the bubble belongs to; its focus does not count
 */
export async function untilCalm(place: () => DOMRect, own: Element, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, CALM_MS);
    };
    const look = (): void => {
      // `:active` matches while a mouse button or a finger is down.
      const isBusy = document.hidden || document.querySelector(':active');
      if (isBusy || isUnderMouse(place()) || isInTheWay(place(), own)) wait();
      else stop();
    };
    const listening = new AbortController();
    const stop = (): void => {
      clearTimeout(timer);
      listening.abort();
      resolve();
    };
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const gesture of GESTURES) addEventListener(gesture, wait, options);
    signal.addEventListener('abort', stop);
    wait();
  });
}

/** Whether something at a place would cover the focused element. */
export function isInTheWay(place: DOMRect, own: Element): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement && focused !== own) focused = focused.shadowRoot.activeElement;
  if (!focused || focused === document.body || focused === own) return false;
  return isOver(place, focused);
}

/** Whether the mouse is over a control, which may be pressed next, at this place. */
function isUnderMouse(place: DOMRect): boolean {
  const control = [...document.querySelectorAll(':hover')].at(-1)?.closest(CONTROL);
  return control ? isOver(place, control) : false;
}

function isOver(place: DOMRect, element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return place.left < right && place.right > left && place.top < bottom && place.bottom > top;
}
