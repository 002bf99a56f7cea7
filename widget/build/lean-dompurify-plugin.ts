import type { Plugin } from 'vite';

const DOMPURIFY = /\/node_modules\/dompurify\/dist\/purify\.es\.mjs$/;
/** Lists of attributes DOMPurify allows unless told otherwise, by the names of its constants. */
const ATTRIBUTES = ['html', 'svg', 'mathMl'];
/** Its lists of tags. Besides the defaults, it knows by them what belongs in an SVG or MathML element. */
const TAGS = ['html$1', 'svg$1', 'svgFilters', 'svgDisallowed', 'mathMl$1', 'mathMlDisallowed'];
/** A compiler's helper for async generators, which DOMPurify has none of. */
const UNUSED_HELPER = /^AsyncGenerator\.prototype\[[\s\S]*?\n\};$/m;

/** Options we never set: named sets of those lists, and other ways to pass markup in and out. All are off unless set. */
const UNSET_OPTIONS = [
  'USE_PROFILES',
  'IN_PLACE',
  'WHOLE_DOCUMENT',
  'FORCE_BODY',
  'SAFE_FOR_TEMPLATES',
  'SANITIZE_NAMED_PROPS',
  'RETURN_TRUSTED_TYPE',
];

/** What it says where a policy of its caller's calls it back, in three lines. Ours does not. */
const RECURSION = /"A configured TRUSTED_TYPES_POLICY callback (?:[^"\\]|\\.)*"/;

/**
 * Empties DOMPurify's default lists of allowed attributes and tags: our policy names each that it allows, so
 * that the defaults are never read, and every visitor would load them. No SVG or MathML element belongs
 * anywhere then; the policy allows none. Less can be allowed by this, never more.
 */
export function leanDompurify(): Plugin {
  return {
    name: 'cf-ai-chat:lean-dompurify',
    transform: {
      filter: { id: DOMPURIFY },
      handler: (code) => ({ code: shortenMessage(dropOptions(emptyDefaults(code))), map: null }),
    },
  };
}

/** DOMPurify's module with empty defaults. Throws when a list is not where we know it. */
export function emptyDefaults(code: string): string {
  return [...ATTRIBUTES, ...TAGS].reduce(
    (rest, name) => {
      const list = new RegExp(`^const ${name.replace('$', '\\$')} = freeze\\(\\[[^\\]]*\\]\\);$`, 'gm');
      if (rest.match(list)?.length !== 1)
        throw new Error(`expected DOMPurify to define its list ${name} once`);
      return rest.replace(list, () => `const ${name} = freeze([]);`);
    },
    code.replace(UNUSED_HELPER, ''),
  );
}

/** DOMPurify's module with the options we never set as constants. Throws when it reads one elsewhere than we know. */
export function dropOptions(code: string): string {
  return UNSET_OPTIONS.reduce((rest, name) => {
    const choice = new RegExp(`^\\t*${name} = [^\\n]*\\bcfg\\b[^\\n]*;\\n`, 'gm');
    const declaration = `let ${name} = false;`;
    if (rest.match(choice)?.length !== 1 || !rest.includes(declaration))
      throw new Error(`expected DOMPurify to choose its option ${name} in one place`);
    return rest.replace(choice, '').replace(declaration, declaration.replace('let', 'const'));
  }, code);
}

/** DOMPurify's module with its longest message in a few words. Throws when that is not there. */
export function shortenMessage(code: string): string {
  if (!RECURSION.test(code)) throw new Error('expected DOMPurify to have a message about recursion');
  return code.replace(RECURSION, '"the policy calls DOMPurify"');
}
