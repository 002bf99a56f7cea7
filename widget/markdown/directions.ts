/** Blocks whose direction follows their own text. Not lists: each item decides on which side its marker stands. */
const DIRECTED = 'p,h1,h2,h3,h4,h5,h6,li,th,td,dt,dd,summary';
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The text direction according to the first letter. */
export function directionOf(text: string): 'rtl' | 'ltr' {
  return RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
}

/**
 * Gives each block the direction of its own text, so that a Hebrew item in an English list is right-aligned. Code gets `ltr`:
 * for `dir="auto"` browsers skip elements that have a direction.
 */
export function setDirections(root: ParentNode): void {
  for (const code of root.querySelectorAll<HTMLElement>('code,pre')) code.dir = 'ltr';
  // A first paragraph in a list item gets none: its text is the item's text.
  for (const block of root.querySelectorAll<HTMLElement>(`:is(${DIRECTED}):not([dir],li>p:first-child)`))
    block.dir = 'auto';
  // A table has one direction, for the order of its columns. Code in its cells is left out here too.
  for (const table of root.querySelectorAll<HTMLElement>('table:not([dir])')) {
    const copy = table.cloneNode(true) as Element;
    for (const code of copy.querySelectorAll('code')) code.remove();
    table.dir = directionOf(copy.textContent);
  }
}
