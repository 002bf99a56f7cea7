import { isNoteLink } from './note-links.ts';

/** Drawn blocks as HTML for the clipboard, with absolute addresses. The blocks have passed the policy already. */
export function toHtml(blocks: DocumentFragment): string {
  const box = document.createElement('div');
  box.append(blocks.cloneNode(true));
  for (const link of box.querySelectorAll('a')) {
    // The numbers of footnotes would lead nowhere in another document.
    if (isNoteLink(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    if (link.href) link.setAttribute('href', link.href);
    for (const name of ['rel', 'target']) link.removeAttribute(name);
  }
  return box.innerHTML;
}
