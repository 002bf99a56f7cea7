/**
 * Two presses on a control within this time count as one. Within 500 ms, Windows and macOS report two clicks as a double
 * click; with a finger or a slow hand it takes a little longer.
 */
export const DOUBLE_PRESS_MS = 600;

/**
 * Whether a key press belongs to an input method. Safari fires the Enter that ends a composition after `compositionend`, and
 * only `keyCode` 229 marks it.
 */
export function isInputMethodKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
