/**
 * Time within which two presses on a control are one. Two clicks within 500 ms are a double click on Windows and macOS; a finger, or
 * a slow hand, takes a little longer.
 */
export const DOUBLE_PRESS_MS = 600;

/**
 * Whether a key belongs to an input method. Safari fires the Enter that commits a composition after compositionend, marked only by
 * keyCode 229.
 */
export function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
