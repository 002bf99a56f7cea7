import type {
  TrustedTypePolicy,
  TrustedTypePolicyOptions,
  TrustedTypesWindow,
} from 'trusted-types/lib/index.js';

// What reaches the policy is Lit's own templates, or markup on its way into DOMPurify's inert document.
const RULES: TrustedTypePolicyOptions = { createHTML: (html) => html, createScriptURL: (url) => url };

/**
 * The one Trusted Types policy of the widget, shared by Lit and DOMPurify. `undefined` where the browser
 * has no Trusted Types, or where the page's `trusted-types` directive does not list `cf-ai-chat`.
 */
export const trustedTypesPolicy: TrustedTypePolicy | undefined = createPolicy();

function createPolicy(): TrustedTypePolicy | undefined {
  const { trustedTypes }: Partial<TrustedTypesWindow> = globalThis as Partial<TrustedTypesWindow>;
  try {
    return trustedTypes?.createPolicy('cf-ai-chat', RULES);
  } catch {
    // The page forbids the name, or a second copy of this module runs there. Both must not kill the widget.
    return undefined;
  }
}
