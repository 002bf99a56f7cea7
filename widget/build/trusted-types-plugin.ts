import type { Plugin } from 'vite';

const LIT_HTML = /\/node_modules\/lit-html\/(?:\w+\/)?lit-html\.js$/;
const POLICY_EXPRESSION =
  /[\w$]+\.createPolicy\(\s*(["'])lit-html\1\s*,\s*\{\s*createHTML:\s*\(?(\w+)\)?\s*=>\s*\2\s*,?\s*\}\s*\)/g;
const IMPORTED_NAME = '__cfAiChatTrustedTypesPolicy';

/**
 * Makes lit-html use this project's Trusted Types policy instead of its own. So a page that lists its allowed policies needs
 * only one name, and a page with another copy of Lit does not break.
 *
 * @param policyModule absolute path of the module that exports `trustedTypesPolicy`
 */
export function sharedTrustedTypesPolicy(policyModule: string): Plugin {
  return {
    name: 'cf-ai-chat:shared-trusted-types-policy',
    transform: {
      filter: { id: LIT_HTML },
      handler: (code) => ({ code: replacePolicy(code, policyModule), map: null }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && /(["'`])lit-html\1/.test(file.code)) {
          this.error(`${file.fileName} still names a Trusted Types policy lit-html`);
        }
      }
    },
  };
}

/** Replaces the expression that creates lit-html's policy with the shared policy. Throws unless it occurs exactly once. */
export function replacePolicy(code: string, policyModule: string): string {
  const places = [...code.matchAll(POLICY_EXPRESSION)].length;
  if (places !== 1) {
    throw new Error(`expected lit-html to create its Trusted Types policy once, found ${places} times`);
  }
  const statement = `import { trustedTypesPolicy as ${IMPORTED_NAME} } from ${JSON.stringify(policyModule)};`;
  return `${statement}\n${code.replace(POLICY_EXPRESSION, IMPORTED_NAME)}`;
}
