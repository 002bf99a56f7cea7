import type { Plugin } from 'vite';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;
/** The shared `marked` function with its options and extensions, from its creation to the export list. */
const SINGLETON = /var (\w+)=new \w+;function (\w+)\(\w+,\w+\)\{return \1\.parse\([\s\S]*?(?=export\{)/;
const EXPORTS_OF_SINGLETON =
  /[\w$]+ as (?:Marked|lexer|marked|options|parse|parseInline|parser|setOptions|use|walkTokens)(?:,|(?=\}))/g;

/**
 * Takes marked's singleton out, which we do not use: we drive its lexer and parser ourselves. Its set-up
 * statements are what keeps the bundler from dropping it, and every visitor would load it.
 */
export function leanMarked(): Plugin {
  return {
    name: 'cf-ai-chat:lean-marked',
    transform: {
      filter: { id: MARKED },
      handler: (code) => ({ code: removeSingleton(code), map: null }),
    },
  };
}

/** marked's module without its singleton. Throws when the module has another shape than the one we know. */
export function removeSingleton(code: string): string {
  if (!SINGLETON.test(code)) throw new Error('expected marked to create its singleton before its exports');
  return code.replace(SINGLETON, '').replaceAll(EXPORTS_OF_SINGLETON, '').replace(/,\}/, '}');
}
