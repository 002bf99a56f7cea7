import type {
  TrustedTypePolicy,
  TrustedTypePolicyOptions,
  TrustedTypesWindow,
} from 'trusted-types/lib/index.js';

/** Addresses of scripts that the widget may add to a page: only Cloudflare's bot check. */
const SCRIPTS = 'https://challenges.cloudflare.com/turnstile/';

// Only Lit's own templates, and markup for DOMPurify's inert document, pass this policy.
const RULES: TrustedTypePolicyOptions = { createHTML: (html) => html, createScriptURL: (url) => url };

/**
 * The widget's only Trusted Types policy, shared by Lit and DOMPurify. `undefined` where the browser has no Trusted Types, or
 * where the page's `trusted-types` directive does not list `cf-ai-chat`. No built file exports it: other scripts of the page
 * could use it to pass any markup.
 */
export const trustedTypesPolicy: TrustedTypePolicy | undefined = createPolicy();

/** Sets the address of a script. Our policy passes only Turnstile's address; for any other the page's own rules decide. */
export function setScriptUrl(script: HTMLScriptElement, url: string): void {
  const trusted = url.startsWith(SCRIPTS) && trustedTypesPolicy?.createScriptURL(url);
  Reflect.set(script, 'src', trusted || url);
}

function createPolicy(): TrustedTypePolicy | undefined {
  const { trustedTypes }: Partial<TrustedTypesWindow> = globalThis as Partial<TrustedTypesWindow>;
  try {
    return trustedTypes?.createPolicy('cf-ai-chat', RULES);
  } catch {
    // The page forbids the policy's name, or another copy of this module has created it. In both cases the widget must still
    // work.
    return undefined;
  }
}
