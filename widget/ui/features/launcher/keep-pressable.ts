import { disableMethods } from '../../frame/contain-events.ts';

/**
 * Keeps libraries of the page from ending the press of a finger, such as FastClick, which knows only elements outside of shadow
 * roots. The panel does so for all of the chat: `frame/contain-events.ts`.
 */
export function keepPressable(launcher: Element, signal: AbortSignal): void {
  const handle = (event: Event): void => {
    if (event.composedPath().includes(launcher)) disableMethods(event);
  };
  for (const type of ['touchstart', 'touchend', 'click'])
    addEventListener(type, handle, { capture: true, passive: true, signal });
}
