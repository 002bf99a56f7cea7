import { isRightToLeft } from '../base/language.ts';

/** Sets the language of the panel's strings on its element, and the text direction, if the chat has its own `lang`. */
export function drawLanguage(root: HTMLElement, ownLanguage: string, stringsLanguage: string): void {
  // Without its own `lang`, the chat inherits the page's direction.
  const direction = isRightToLeft(ownLanguage) ? 'rtl' : '';
  // Only on a change: setting them, even to the same values, makes the browser compute all styles inside again.
  if (root.dir !== direction) root.dir = direction;
  if (root.lang !== stringsLanguage) root.lang = stringsLanguage;
}
