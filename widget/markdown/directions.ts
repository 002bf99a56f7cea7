/** Blocks that each have the direction of their own text. A list has none: each of its items decides where its mark stands. */
const DIRECTED = 'p,h1,h2,h3,h4,h5,h6,li,th,td,dt,dd,summary';
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction that the first letter of a text gives it. */
export function directionOf(text: string): 'rtl' | 'ltr' {
  return RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
}

/**
 * Gives each block the direction of its own text, so that a Hebrew item in an English list reads right. Code has no vote: for
 * browsers, an element with a direction of its own has none.
 */
export function setDirections(root: ParentNode): void {
  for (const code of root.querySelectorAll<HTMLElement>('code,pre')) code.dir = 'ltr';
  // The first paragraph of an item is the item's own text.
  for (const block of root.querySelectorAll<HTMLElement>(`:is(${DIRECTED}):not([dir],li>p:first-child)`))
    block.dir = 'auto';
  // Its cells have no vote either, and the order of its columns is one for all.
  for (const table of root.querySelectorAll<HTMLElement>('table:not([dir])')) {
    const copy = table.cloneNode(true) as Element;
    for (const code of copy.querySelectorAll('code')) code.remove();
    table.dir = directionOf(copy.textContent);
  }
}
