import type {
  TrustedTypePolicy,
  TrustedTypePolicyOptions,
  TrustedTypesWindow,
} from 'trusted-types/lib/index.js';

/** The only scripts that the widget adds to a page: Cloudflare's bot check. */
const SCRIPTS = 'https://challenges.cloudflare.com/turnstile/';

// The policy gets Lit's own templates, and markup on its way into DOMPurify's inert document.
const RULES: TrustedTypePolicyOptions = { createHTML: (html) => html, createScriptURL: (url) => url };

/**
 * The one Trusted Types policy of the widget, shared by Lit and DOMPurify. `undefined` where the browser
 * has no Trusted Types, or where the page's `trusted-types` directive does not list `cf-ai-chat`. No built file exports
 * it: a page's other scripts could pass anything through it.
 */
export const trustedTypesPolicy: TrustedTypePolicy | undefined = createPolicy();

/** Sets the address of a script. Only Turnstile's passes our policy; about any other the page's own rules decide. */
export function setScriptUrl(script: HTMLScriptElement, url: string): void {
  const trusted = url.startsWith(SCRIPTS) && trustedTypesPolicy?.createScriptURL(url);
  Reflect.set(script, 'src', trusted || url);
}

function createPolicy(): TrustedTypePolicy | undefined {
  const { trustedTypes }: Partial<TrustedTypesWindow> = globalThis as Partial<TrustedTypesWindow>;
  try {
    return trustedTypes?.createPolicy('cf-ai-chat', RULES);
  } catch {
    // The page forbids the name, or a second copy of this module runs there. Both must not kill the widget.
    return undefined;
  }
}
