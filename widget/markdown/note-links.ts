const LINK = /^#(?:note|ref)-\d+$/;

/** Whether an address is that of a footnote, or of the way back. */
export function isNoteLink(href: string): boolean {
  return LINK.test(href);
}

/**
 * Handles a click on the number of a footnote: the note, or its first number in the text, comes into view and has focus. Returns
 * whether it was such a click. Listen on the element that holds the answer: no answer has names that links could lead to.
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
