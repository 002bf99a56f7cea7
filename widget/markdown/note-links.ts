const LINK = /^#(?:note|ref)-\d+$/;

/** Whether an address leads to a footnote, or from the note back to its number. */
export function isNoteLink(href: string): boolean {
  return LINK.test(href);
}

/**
 * Handles a click on the number of a footnote: focuses the note; on the number of a note: focuses its first number in the
 * text. Returns whether the click was on such a number. Listen on the element that contains the answer: answers contain no
 * ids, so the browser cannot follow these links.
 *
 * @example
 * box.addEventListener('click', followNote);
 */
export function followNote(event: Event): boolean {
  const { target, currentTarget } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '';
  if (!isNoteLink(href) || !(currentTarget instanceof Element)) return false;
  event.preventDefault();
  const other = href.startsWith('#ref') ? href.replace('ref', 'note') : href.replace('note', 'ref');
  currentTarget.querySelector<HTMLElement>(`a[href="${other}"]`)?.focus();
  return true;
}
