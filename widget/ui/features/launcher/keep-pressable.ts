import { disableMethods } from '../../frame/contain-events.ts';

/**
 * Prevents libraries of the page, such as FastClick, from cancelling taps on the launcher: they do not see elements inside
 * shadow roots. For the whole chat, the panel does this in `frame/contain-events.ts`.
 */
export function keepPressable(launcher: Element, signal: AbortSignal): void {
  const handle = (event: Event): void => {
    if (event.composedPath().includes(launcher)) disableMethods(event);
  };
  for (const type of ['touchstart', 'touchend', 'click'])
    addEventListener(type, handle, { capture: true, passive: true, signal });
}
