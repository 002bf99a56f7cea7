/**
 * Marks the composer with `data-keyboard` while its text box has focus that came by keyboard: browsers call every focus of a
 * text box visible, and a strong ring around it is for those who need it.
 */
export function markKeyboardFocus(root: ShadowRoot, signal: AbortSignal): void {
  // The panel may have been opened by keyboard before its code was here.
  let isByKeyboard = root.querySelector('.launcher:focus-visible') !== null;
  addEventListener('keydown', () => (isByKeyboard = true), { capture: true, signal });
  addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true, signal });
  root.addEventListener('focusin', ({ target }) => handleFocus(target, isByKeyboard), { signal });
}

function handleFocus(target: EventTarget | null, isByKeyboard: boolean): void {
  if (target instanceof HTMLElement && target.matches('.input'))
    target.closest('.composer')?.toggleAttribute('data-keyboard', isByKeyboard);
}
