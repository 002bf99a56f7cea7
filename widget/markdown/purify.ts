import type { DOMPurify } from 'dompurify';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, keepsClass } from './policy.ts';
import type * as purifierModule from './purifier.ts';
import { trustedTypesPolicy } from './trusted-types.ts';

let purifier: DOMPurify | undefined;

/** Loads DOMPurify and configures it for our policy. Rejects when its code does not load. */
export async function loadPurifier(importPurifier: () => Promise<typeof purifierModule>): Promise<void> {
  const { createDOMPurify } = await importPurifier();
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
}

/** Whether {@link loadPurifier} has loaded DOMPurify. */
export function hasPurifier(): boolean {
  return purifier !== undefined;
}

/**
 * Markup as nodes with allowed elements and attributes only. Undefined before {@link loadPurifier}, and where markup cannot be
 * parsed.
 */
export function purify(html: string): DocumentFragment | undefined {
  // The configuration has this option already; here it only selects the type of the result.
  const fragment: DocumentFragment | null | undefined = purifier?.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
  });
  return fragment ?? undefined;
}

/**
 * The text of markup, as the HTML parser reads it. Undefined where the page enforces Trusted Types and does not allow our
 * policy.
 */
export function textOfMarkup(html: string): string | undefined {
  const trusted = (trustedTypesPolicy?.createHTML(html) ?? html) as string;
  try {
    return new window.DOMParser().parseFromString(trusted, 'text/html').body.textContent;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
