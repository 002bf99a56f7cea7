import { isRightToLeft } from '../base/language.ts';

/** Marks the panel's element with the language of its words, and with a direction where the chat has a `lang` of its own. */
export function drawLanguage(root: HTMLElement, ownLanguage: string, stringsLanguage: string): void {
  // Without one, the page sets the direction.
  const direction = isRightToLeft(ownLanguage) ? 'rtl' : '';
  // Setting them, even to the same values, makes the browser compute the styles of everything inside again.
  if (root.dir !== direction) root.dir = direction;
  if (root.lang !== stringsLanguage) root.lang = stringsLanguage;
}
