import type { Plugin } from 'vite';

const DOMPURIFY = /\/node_modules\/dompurify\/dist\/purify\.es\.mjs$/;
/** Lists of attributes DOMPurify allows unless told otherwise, by the names of its constants. */
const DEFAULT_ATTRIBUTES = ['html', 'svg', 'mathMl'];
/** A compiler's helper for async generators, which DOMPurify has none of. */
const UNUSED_HELPER = /^AsyncGenerator\.prototype\[[\s\S]*?\n\};$/m;

/**
 * Empties DOMPurify's default lists of allowed attributes: our policy names every attribute it allows, so
 * that they are never read, and every visitor would load them. Less can be allowed by this, never more.
 */
export function leanDompurify(): Plugin {
  return {
    name: 'cf-ai-chat:lean-dompurify',
    transform: {
      filter: { id: DOMPURIFY },
      handler: (code) => ({ code: emptyDefaults(code), map: null }),
    },
  };
}

/** DOMPurify's module with empty attribute defaults. Throws when a list is not where we know it. */
export function emptyDefaults(code: string): string {
  return DEFAULT_ATTRIBUTES.reduce(
    (rest, name) => {
      const list = new RegExp(`^const ${name} = freeze\\(\\[[^\\]]*\\]\\);$`, 'gm');
      if (rest.match(list)?.length !== 1)
        throw new Error(`expected DOMPurify to define its list ${name} once`);
      return rest.replace(list, `const ${name} = freeze([]);`);
    },
    code.replace(UNUSED_HELPER, ''),
  );
}
