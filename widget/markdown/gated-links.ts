import { namesOtherAddress, shownText } from './named-addresses.ts';
import { isNoteLink } from './note-links.ts';
import type { MarkdownPolicy } from './policy.ts';
import { gateUrl, imageAddress, type LinkAttributes } from './url-gate.ts';

/** The attributes of a link, and the note to add after its text, which may be empty. */
export interface GatedLink {
  readonly attributes: LinkAttributes;
  readonly note: string;
}

/**
 * Describes a link; `undefined` where its address is refused. If the text looks like the address of another site, the real one
 * is added: `[bank.example](https://evil.example)` is shown as "bank.example (evil.example)".
 */
export function describeLink(value: string, text: string, policy: MarkdownPolicy): GatedLink | undefined {
  const gated = gateUrl(value, policy);
  if (!gated) return undefined;
  const { url, attributes } = gated;
  const note = namesOtherAddress(text, url) ? ` (${url.host || url.pathname})` : '';
  return { attributes, note };
}

/** Sets the attributes of an `<a>` and adds its note; removes `href` where the address is refused. */
export function gateLink(link: HTMLAnchorElement, policy: MarkdownPolicy): void {
  const href = link.getAttribute('href') ?? '';
  if (isNoteLink(href)) return;
  const gated = describeLink(href, shownText(link), policy);
  if (gated === undefined) {
    link.removeAttribute('href');
    return;
  }
  for (const [name, value] of Object.entries(gated.attributes)) link.setAttribute(name, value);
  if (!gated.note) return;
  const note = link.ownerDocument.createElement('small');
  // A control character in the link's text could reverse the text direction; the note keeps its own.
  note.dir = 'ltr';
  note.textContent = gated.note;
  link.append(note);
}

/**
 * The node for an image: an `<img>` where its source is allowed; else a link, which loads nothing; else (inside a link, or
 * without a usable address) its alternative text.
 */
export function createImage(
  { src, alt, title }: { src: string; alt: string; title: string },
  policy: MarkdownPolicy,
  isInLink: boolean,
): Node {
  const address = imageAddress(src, policy);
  const node = document.createElement(address === undefined ? 'a' : 'img');
  if (title) node.title = title;
  if (node instanceof HTMLImageElement) {
    node.alt = alt;
    // Set before `src`, which starts the request.
    node.referrerPolicy = 'no-referrer';
    node.loading = 'lazy';
    node.src = address ?? '';
    return node;
  }
  if (isInLink || !/^https?:/.test(gateUrl(src, policy)?.url.protocol ?? ''))
    return document.createTextNode(alt);
  node.textContent = alt || src;
  node.setAttribute('href', src);
  gateLink(node, policy);
  return node;
}
