import { ALLOWED_TAGS, type MarkdownPolicy } from './policy.ts';
import { setDirections } from './directions.ts';
import { hasPurifier, loadPurifier, purify, textOfMarkup } from './purify.ts';
import type * as purifierModule from './purifier.ts';
import { createImage, gateLink } from './gated-links.ts';

// The comment makes Chromium use its normal parser: the fast one reads `<p title="&uml1;">` differently. The `x` proves that
// parsing worked: without it the page forbids parsing.
const PREFIX = 'x<!---->';

/** The form of a character reference that marked recognises. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi;
/** Cache of resolved references. The list of two thousand names is the browser's. */
const characters = new Map<string, string>();

/** A `<` that begins neither an allowed tag nor a closed comment. */
const NO_TAG = new RegExp(`<(?!/?(?:${ALLOWED_TAGS.join('|')})(?=[\\s/>])|!--(?:-?>|[^]*?-->))`, 'gi');
const START_TAG = /<[a-z][^<>]*>/gi;
/**
 * Attributes with code. The sanitizer drops them, but a page with a Content Security Policy would report each one during
 * parsing.
 */
const INLINE_CODE = /\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;

let loading: Promise<void> | undefined;
/** Elements that show the source of an HTML block until the sanitizer has loaded. */
const unfilled = new Map<Element, FillOptions>();

/** How a block of HTML is filled. */
export interface FillOptions {
  readonly policy: MarkdownPolicy;
  /** Receives the nodes of a block that is filled after it was drawn. */
  readonly decorate?: ((blocks: DocumentFragment) => void) | undefined;
}

/**
 * Loads DOMPurify, then fills the blocks that wait for it. If loading fails, blocks of HTML stay as typed, and the next block
 * tries again.
 */
export function loadSanitizer(importPurifier = () => import('./purifier.ts')): Promise<void> {
  loading ??= load(importPurifier);
  return loading;
}

async function load(importPurifier: () => Promise<typeof purifierModule>): Promise<void> {
  try {
    await loadPurifier(importPurifier);
    for (const [box, { policy, decorate }] of unfilled) {
      const blocks = sanitizeHtml(box.textContent, policy);
      if (!blocks) break;
      decorate?.(blocks);
      box.replaceChildren(blocks);
    }
  } catch {
    loading = undefined;
  }
  unfilled.clear();
}

/**
 * Fills an element with a block of HTML, according to the policy. Shows the source instead while the sanitizer is not loaded,
 * and where the page's Trusted Types rules allow no parsing. Tags that answers may not have are shown as text.
 */
export function fillWithHtml(box: Element, html: string, filling: FillOptions): void {
  const blocks = sanitizeHtml(html, filling.policy);
  if (!hasPurifier()) {
    unfilled.set(box, filling);
    void loadSanitizer();
  }
  box.replaceChildren(blocks ?? html);
}

/** Resolves once every block of HTML in an element is filled; undefined where none waits. */
export function whenFilled(element: Element): Promise<void> | undefined {
  return [...unfilled.keys()].some((box) => element.contains(box)) ? loadSanitizer() : undefined;
}

function sanitizeHtml(html: string, policy: MarkdownPolicy): DocumentFragment | undefined {
  const readable = html.replace(NO_TAG, '&lt;').replace(START_TAG, (tag) => tag.replace(INLINE_CODE, ' '));
  const fragment = purify(PREFIX + readable);
  const lead = fragment?.firstChild;
  if (!fragment || lead?.nodeValue !== 'x') return undefined;
  lead.remove();
  applyPolicy(fragment, policy);
  return document.adoptNode(fragment);
}

/**
 * Replaces character references in a text by their characters, as the HTML parser does.
 *
 * @example
 * resolveReferences('95&deg;C &foo;'); // '95°C &foo;'
 */
export function resolveReferences(text: string): string {
  return text.replace(REFERENCE, (reference) => {
    // The `x` protects a reference to white space, which is dropped at the start of a document.
    const known = characters.get(reference) ?? textOfMarkup(`x${reference}`)?.slice(1) ?? reference;
    characters.set(reference, known);
    return known;
  });
}

/** Applies the part of the policy that DOMPurify has no options for: links, images, checkboxes and text direction. */
function applyPolicy(fragment: DocumentFragment, policy: MarkdownPolicy): void {
  // Collected before images become links: those have been checked already.
  const links = fragment.querySelectorAll('a');
  for (const image of fragment.querySelectorAll('img')) {
    const source = { src: image.getAttribute('src') ?? '', alt: image.alt, title: image.title };
    image.replaceWith(createImage(source, policy, image.closest('a') !== null));
  }
  // An image that became text is joined with the text beside it, as in markdown without HTML.
  fragment.normalize();
  for (const link of links) gateLink(link, policy);
  for (const input of fragment.querySelectorAll('input')) {
    if (input.type === 'checkbox') input.disabled = true;
    else input.remove();
  }
  setDirections(fragment);
}
