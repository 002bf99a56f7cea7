import createDOMPurify, { type DOMPurify } from 'dompurify';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  DIRECTED_BLOCKS,
  keepsClass,
  type MarkdownPolicy,
} from './policy.ts';
import { trustedTypesPolicy } from './trusted-types.ts';
import { createImage, gateLink } from './url-gate.ts';

// Text first puts the HTML parser in the body at once: `<!-- a --> <b>b</b>` alone loses the space before `<b>`.
const TEXT_PREFIX = 'x';
// A comment keeps Chromium from its second, faster parser, which reads `<p title="&uml1;">` as no other parser does.
const FULL_PARSER_PREFIX = '<!---->';
// Of private use. After `<b>text</b>` it is the last node of the fragment; after `<b>text` it is inside of the open `<b>`.
const END_MARK = '\uE000';

/** Elements that the sanitizer removes, and whose end tags close all that is open in them: whether they are closed is not seen behind it. */
const REMOVED_SCOPE = /<(?:applet|button|marquee|object)\b/i;
/** What marked takes for a character reference. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi;
/** By reference; browsers have the two thousand names. */
const characters = new Map<string, string>();

let purifier: DOMPurify | undefined;

/** DOMPurify under our policy, made when first needed so that importing this works without a window. */
function purify(): DOMPurify {
  if (purifier) return purifier;
  purifier = createDOMPurify(window);
  purifier.setConfig({
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    // Null, not undefined: without a policy DOMPurify would create one under its own name and be reported.
    TRUSTED_TYPES_POLICY: trustedTypesPolicy ?? null,
  });
  purifier.addHook('uponSanitizeAttribute', (node, data) => {
    if (data.attrName === 'class') data.keepAttr = keepsClass(node.nodeName, data.attrValue);
  });
  return purifier;
}

/**
 * Markup as nodes of this document, under the policy. Where the page's Trusted Types rules leave no way to
 * parse markup, the markup itself comes back as text: nothing is lost.
 *
 * @example
 * sanitizeHtml('<b>bold</b><script>alert(1)</script>', {}); // a fragment with <b>bold</b>
 */
export function sanitizeHtml(html: string, policy: MarkdownPolicy): DocumentFragment {
  // The option is for the compiler: it stands in the configuration.
  const options = { RETURN_DOM_FRAGMENT: true } as const;
  const fragment: DocumentFragment | null = purify().sanitize(
    TEXT_PREFIX + FULL_PARSER_PREFIX + html,
    options,
  );
  const lead = fragment?.firstChild;
  if (!(fragment && lead?.nodeType === Node.TEXT_NODE && lead.nodeValue?.startsWith(TEXT_PREFIX))) {
    const plain = document.createDocumentFragment();
    plain.append(html);
    return plain;
  }
  if (lead.nodeValue === TEXT_PREFIX) lead.remove();
  else lead.nodeValue = lead.nodeValue.slice(TEXT_PREFIX.length);
  applyPolicy(fragment, policy);
  return document.adoptNode(fragment);
}

/**
 * Markup as nodes, as `sanitizeHtml` makes them; `undefined` if it leaves an element open, as `<b>text` does, or may do so.
 *
 * @example
 * sanitizeClosed('<p>one</p>', {}); // a fragment with <p dir="auto">one</p>
 * sanitizeClosed('<b>one', {}); // undefined: `<b>` is open
 */
export function sanitizeClosed(html: string, policy: MarkdownPolicy): DocumentFragment | undefined {
  if (REMOVED_SCOPE.test(html)) return undefined;
  const fragment = sanitizeHtml(html + END_MARK, policy);
  const last = fragment.lastChild;
  if (!(last?.nodeType === Node.TEXT_NODE && last.nodeValue?.endsWith(END_MARK))) return undefined;
  if (last.nodeValue === END_MARK) last.remove();
  else last.nodeValue = last.nodeValue.slice(0, -END_MARK.length);
  return fragment;
}

/**
 * Text with its character references as the HTML parser reads them.
 *
 * @example
 * resolveReferences('95&deg;C &foo;'); // '95°C &foo;'
 */
export function resolveReferences(text: string): string {
  return text.replace(REFERENCE, (reference) => {
    const known = characters.get(reference) ?? sanitizeHtml(reference, {}).textContent;
    characters.set(reference, known);
    return known;
  });
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
  for (const block of fragment.querySelectorAll<HTMLElement>(DIRECTED_BLOCKS)) block.dir ||= 'auto';
}
