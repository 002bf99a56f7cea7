/**
 * Sets `data-keyboard` on the composer while its text box has keyboard focus. Browsers treat every focus of a text box as
 * `:focus-visible`, but the strong focus ring should appear only for keyboard users.
 */
export function markKeyboardFocus(root: ShadowRoot, signal: AbortSignal): void {
  // The launcher may have been pressed by keyboard before this code was loaded.
  let isByKeyboard = root.querySelector('.launcher:focus-visible') !== null;
  addEventListener('keydown', () => (isByKeyboard = true), { capture: true, signal });
  addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true, signal });
  root.addEventListener('focusin', ({ target }) => handleFocus(target, isByKeyboard), { signal });
}

function handleFocus(target: EventTarget | null, isByKeyboard: boolean): void {
  if (target instanceof HTMLElement && target.matches('.input'))
    target.closest('.composer')?.toggleAttribute('data-keyboard', isByKeyboard);
}
