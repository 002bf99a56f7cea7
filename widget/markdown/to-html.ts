/** Drawn blocks as HTML for the clipboard: what is on the screen passed the policy already. Addresses become absolute. */
export function toHtml(blocks: DocumentFragment): string {
  const box = document.createElement('div');
  box.append(blocks.cloneNode(true));
  for (const link of box.querySelectorAll('a')) {
    if (link.href) link.setAttribute('href', link.href);
    for (const name of ['rel', 'target']) link.removeAttribute(name);
  }
  return box.innerHTML;
}
