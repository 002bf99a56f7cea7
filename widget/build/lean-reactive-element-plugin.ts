import type { Plugin } from 'vite';

const LIBRARY = /\/node_modules\/@lit\/reactive-element\/(?:reactive-element|css-tag)\.js$/;

/** What our one element never uses: each piece must be found exactly once, or the build fails. */
const UNUSED: readonly (readonly [why: string, code: RegExp, replacement: string])[] = [
  [
    'standard decorators',
    /Symbol\.metadata\?\?=Symbol\("metadata"\),\w+\.litPropertyMetadata\?\?=new WeakMap;/,
    '',
  ],
  [
    'standard decorators',
    /const \w+=this\[Symbol\.metadata\];if\(null!==\w+\)\{const \w+=litPropertyMetadata\.get\(\w+\);if\(void 0!==\w+\)for\(const\[\w+,\w+\]of \w+\)this\.elementProperties\.set\(\w+,\w+\)\}/,
    '',
  ],
  ['polyfills', /,\w+=\w+\.reactiveElementPolyfillSupport/, ''],
  ['polyfills', /,\w+\?\.\(\{ReactiveElement:\w+\}\)/, ''],
  // An attribute that is no sink takes the plain string.
  ['trusted types', /,(\w+)=\w+\.trustedTypes,(\w+)=\1\?\1\.emptyScript:""/, ',$2=""'],
  ['hooks', /this\.willUpdate\(\w+\),/, ''],
  ['hooks', /willUpdate\(\w+\)\{\}/, ''],
  ['hooks', /,this\.firstUpdated\(\w+\)/, ''],
  ['hooks', /firstUpdated\(\w+\)\{\}/, ''],
  [
    'hooks',
    /let \w+=!1;const (\w+)=this\._\$AL;try\{(\w+)=this\.shouldUpdate\(\1\),\2\?\((.*?)\):this\._\$EM\(\)\}catch\((\w+)\)\{throw \2=!1,(.*?)\}\2&&(this\._\$AE\(\1\))/,
    'const $1=this._$$AL;try{$3}catch($4){throw $5}$6',
  ],
  ['hooks', /shouldUpdate\(\w+\)\{return!0\}/, ''],
  [
    'hooks',
    /const (\w+)=this\.scheduleUpdate\(\);return null!=\1&&await \1,/,
    'return this.performUpdate(),',
  ],
  ['hooks', /scheduleUpdate\(\)\{return this\.performUpdate\(\)\}/, ''],
  ['hooks', /this\.getUpdateComplete\(\)\}getUpdateComplete\(\)\{return /, ''],
  ['internal state', /(\w+)\.state&&\(\1\.attribute=!1\),/, ''],
  ['comparisons', /,hasChanged:\w+\}/, '}'],
  ['comparisons', /\((\w+)\.hasChanged\?\?(\w+)\)/, '$2'],
  ['initializers', /static addInitializer\(\w+\)\{[^}]*\}/, ''],
  ['initializers', /void 0!==(\w+)\.l&&\(this\.l=\[\.\.\.\1\.l\]\),/, ''],
  ['initializers', /,this\.constructor\.l\?\.forEach\(\w+=>\w+\(this\)\)/, ''],
  [
    'static properties',
    /if\((this\.finalized=!0,this\.\S{1,6}\(\)),this\.hasOwnProperty\(\w+\("properties"\)\)\)\{[^}]*\}/,
    '$1;',
  ],
  ['lists of style sheets', /static finalizeStyles\(\w+\)\{.*?return \w+\}/, ''],
  ['lists of style sheets', /this\.finalizeStyles\(this\.styles\)/, '[this.styles]'],
  ['JSON attributes', /break;case Object:case Array:(\w+)=null==\1\?\1:JSON\.stringify\(\1\)\}/, '}'],
  [
    'JSON attributes',
    /break;case Object:case Array:try\{\w+=JSON\.parse\(\w+\)\}catch\(\w+\)\{\w+=null\}\}/,
    '}',
  ],
  [
    'converters',
    /"function"==typeof (\w+)\.converter\?\{fromAttribute:\1\.converter\}:void 0!==\1\.converter\?\.fromAttribute\?\1\.converter:(\w+)/,
    '$2',
  ],
  ['converters', /\(void 0!==(\w+)\.converter\?\.toAttribute\?\1\.converter:(\w+)\)/, '$2'],
  // The decorated fields have none of their own.
  [
    'accessors',
    /const\{get:\w+,set:\w+\}=\w+\(this\.prototype,\w+\)\?\?\{get\(\)\{return this\[(\w+)\]\},.*?return\{get:\w+,set\((\w+)\)\{const (\w+)=.*?\2\),/,
    'return{get(){return this[$1]},set(_){const $3=this[$1];this[$1]=_,',
  ],
  [
    'accessors of a superclass',
    /,wrapped:(\w+)\},(\w+)\)(.*?)\2\?\?(\w+\?\?this\[\w+\]\)),!0!==\1\|\|void 0!==\2\)/,
    '})$3$4)',
  ],
  [
    'accessors of a superclass',
    /,this\.prototype\.hasOwnProperty\(\w+\)&&\(\(\w+=Object\.create\(\w+\)\)\.wrapped=!0\)/,
    '',
  ],
  [
    'accessors of a superclass',
    /const (\w+)=this\.constructor\.elementProperties;if\(\1\.size>0\)for\(const\[\w+,\w+\]of \1\)\{const\{wrapped:.*?\}\}/,
    '}',
  ],
];

/** What an element of ours must not begin to use without it being put back. */
const USES =
  /\b(?:willUpdate|firstUpdated|shouldUpdate|scheduleUpdate|getUpdateComplete|addInitializer|hasChanged|static properties|type:(?:Object|Array))\b/;

/** Lit's module for style sheets, reduced to sheets of plain text. */
const LEAN_STYLES = `
  export const adoptStyles = (root, texts) => {
    root.adoptedStyleSheets = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
  };
  export const getCompatibleStyle = (text) => text;
  export const unsafeCSS = (text) => text;
  export const css = undefined, CSSResult = undefined, supportsAdoptingStyleSheets = undefined;
`;

/**
 * Takes out of Lit's ReactiveElement what the element of the script-tag file does not use: 10 % of what every
 * page loads. Not for the package's modules, whose users may extend the element.
 */
export function leanReactiveElement(): Plugin {
  return {
    name: 'cf-ai-chat:lean-reactive-element',
    transform: {
      filter: { id: LIBRARY },
      handler: (code, id) => ({
        code: id.endsWith('css-tag.js') ? LEAN_STYLES : takeOutUnused(code),
        map: null,
      }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const used = file.type === 'chunk' && USES.exec(file.code)?.[0];
        if (used) this.error(`${file.fileName} uses ${used}, which was taken out of ReactiveElement`);
      }
    },
  };
}

/** Takes every unused piece out of the library's code. Throws unless each is there exactly once. */
export function takeOutUnused(code: string): string {
  return UNUSED.reduce((rest, [why, piece, replacement]) => {
    const places = [...rest.matchAll(new RegExp(piece, 'g'))].length;
    if (places !== 1)
      throw new Error(`expected ${why} once in ReactiveElement, found ${places}: ${piece.source}`);
    return rest.replace(piece, replacement);
  }, code);
}
