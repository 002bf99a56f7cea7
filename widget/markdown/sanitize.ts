import { ALLOWED_TAGS, type MarkdownPolicy } from './policy.ts';
import { setDirections } from './directions.ts';
import { hasPurifier, loadPurifier, purify, textOfMarkup } from './purify.ts';
import type * as purifierModule from './purifier.ts';
import { createImage, gateLink } from './gated-links.ts';

// A comment keeps Chromium from its second, faster parser, which reads `<p title="&uml1;">` as no other parser does. Text first
// shows that there is a result: without a way to parse markup there is none.
const PREFIX = 'x<!---->';

/** What marked takes for a character reference. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi;
/** By reference; browsers have the two thousand names. */
const characters = new Map<string, string>();

/** What begins neither a tag that an answer may have nor a comment with an end. */
const NO_TAG = new RegExp(`<(?!/?(?:${ALLOWED_TAGS.join('|')})(?=[\\s/>])|!--(?:-?>|[^]*?-->))`, 'gi');
const START_TAG = /<[a-z][^<>]*>/gi;
/** The sanitizer drops these, but a page with a Content Security Policy reports each of them as soon as it is parsed. */
const INLINE_CODE = /\s(?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;

let loading: Promise<void> | undefined;
/** Elements that show the source of a block, and are filled when the sanitizer is here. */
const waiting = new Map<Element, Filling>();

/** What fills a block of HTML. */
export interface Filling {
  readonly policy: MarkdownPolicy;
  /** Gets the nodes of a block that is filled later than it was drawn. */
  readonly decorate?: ((blocks: DocumentFragment) => void) | undefined;
}

/** Loads DOMPurify, and fills what waits for it. Where it does not come, blocks of HTML stay what was typed, and the next one tries again. */
export function loadSanitizer(importPurifier = () => import('./purifier.ts')): Promise<void> {
  loading ??= load(importPurifier);
  return loading;
}

async function load(importPurifier: () => Promise<typeof purifierModule>): Promise<void> {
  try {
    await loadPurifier(importPurifier);
    for (const [box, { policy, decorate }] of waiting) {
      const blocks = sanitizeHtml(box.textContent, policy);
      if (!blocks) break;
      decorate?.(blocks);
      box.replaceChildren(blocks);
    }
  } catch {
    loading = undefined;
  }
  waiting.clear();
}

/**
 * Fills an element with a block of HTML under the policy; with its source while the sanitizer has not been loaded, and where the
 * page's Trusted Types rules leave no way to parse markup. Tags that no answer may have are text.
 */
export function fillWithHtml(box: Element, html: string, filling: Filling): void {
  const blocks = sanitizeHtml(html, filling.policy);
  if (!hasPurifier()) {
    waiting.set(box, filling);
    void loadSanitizer();
  }
  box.replaceChildren(blocks ?? html);
}

/** A promise of the moment when no block of HTML in an element shows its source any more; nothing where none does. */
export function whenFilled(element: Element): Promise<void> | undefined {
  return [...waiting.keys()].some((box) => element.contains(box)) ? loadSanitizer() : undefined;
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
 * Text with its character references as the HTML parser reads them.
 *
 * @example
 * resolveReferences('95&deg;C &foo;'); // '95°C &foo;'
 */
export function resolveReferences(text: string): string {
  return text.replace(REFERENCE, (reference) => {
    const known = characters.get(reference) ?? resolve(reference);
    characters.set(reference, known);
    return known;
  });
}

function resolve(reference: string): string {
  // Behind a character: white space at the start of a document is dropped.
  return textOfMarkup(`x${reference}`)?.slice(1) ?? reference;
}

/** The part of the policy that DOMPurify has no lists for: links, images, checkboxes and text direction. */
function applyPolicy(fragment: DocumentFragment, policy: MarkdownPolicy): void {
  // Found before images become links, which have passed the gate already.
  const links = fragment.querySelectorAll('a');
  for (const image of fragment.querySelectorAll('img')) {
    const source = { src: image.getAttribute('src') ?? '', alt: image.alt, title: image.title };
    image.replaceWith(createImage(source, policy, image.closest('a') !== null));
  }
  // An image that becomes words joins those beside it, as it does where there is no markup.
  fragment.normalize();
  for (const link of links) gateLink(link, policy);
  for (const input of fragment.querySelectorAll('input')) {
    if (input.type === 'checkbox') input.disabled = true;
    else input.remove();
  }
  setDirections(fragment);
}
