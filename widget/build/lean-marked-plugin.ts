import { parseSync } from 'rolldown/utils';
import type { Plugin } from 'vite';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;
/** The shared `marked` function with its options and extensions, from its creation to the export list. */
const SINGLETON = /var (\w+)=new \w+;function (\w+)\(\w+,\w+\)\{return \1\.parse\([\s\S]*?(?=export\{)/;
const EXPORTS_OF_SINGLETON =
  /[\w$]+ as (?:Marked|lexer|marked|options|parse|parseInline|parser|setOptions|use|walkTokens)(?:,|(?=\}))/g;
/** Options of the lexer and the parser that we never set, and what they are then. */
const FIXED_OPTIONS = {
  breaks: '!1',
  extensions: 'null',
  gfm: '!0',
  hooks: 'null',
  pedantic: '!1',
  silent: '!1',
};
/** Rules that the fixed options never choose. */
const UNUSED_RULES = /,(?:breaks|pedantic):[\w$]+(?=[,}])/g;

/**
 * Takes out of marked what we do not use and the bundler cannot drop: its singleton (we drive its lexer and
 * parser ourselves), and what stands behind options we never set. Every visitor would load it.
 */
export function leanMarked(): Plugin {
  return {
    name: 'cf-ai-chat:lean-marked',
    transform: {
      filter: { id: MARKED },
      handler: (code) => ({ code: fixOptions(removeSingleton(code)), map: null }),
    },
  };
}

/** marked's module without its singleton. Throws when the module has another shape than the one we know. */
export function removeSingleton(code: string): string {
  if (!SINGLETON.test(code)) throw new Error('expected marked to create its singleton before its exports');
  // Only at the end: the same characters stand in regular expressions.
  return code
    .replace(SINGLETON, '')
    .replaceAll(EXPORTS_OF_SINGLETON, '')
    .replace(/,\};?\s*(?=\/\/|$)/, '};');
}

/**
 * marked's module with its default options as constants, and without the rules that only other options use.
 * Throws when the module has another shape than the one we know.
 */
export function fixOptions(code: string): string {
  const rules = code.match(UNUSED_RULES);
  if (rules?.length !== 3) throw new Error('expected marked to choose its rules by options');
  let lean = code.replaceAll(UNUSED_RULES, '');
  for (const [name, value] of Object.entries(FIXED_OPTIONS)) {
    const option = `this.options.${name}`;
    if (!lean.includes(option)) throw new Error(`expected marked to read ${option}`);
    lean = lean.replaceAll(new RegExp(`this\\.options\\.${name}\\b`, 'g'), value);
  }
  return dropUnused(lean, new Set(rules.map((rule) => rule.replace(/^.*:/, ''))));
}

/** Drops the variables of these names that nothing reads, then those that only they read. */
function dropUnused(code: string, names: ReadonlySet<string>): string {
  const candidates = new Set(names);
  let lean = code;
  for (;;) {
    const unused = declaratorsOf(lean).find(
      ({ name }) => candidates.has(name) && countReferences(lean, name) === 1,
    );
    if (!unused) return lean;
    const source = lean.slice(unused.start, unused.end);
    for (const [word] of source.matchAll(/[\w$]+/g)) candidates.add(word);
    lean = `${lean.slice(0, unused.start)}${unused.name}=0${lean.slice(unused.end)}`;
    candidates.delete(unused.name);
  }
}

function declaratorsOf(code: string): { name: string; start: number; end: number }[] {
  return parseSync('marked.js', code).program.body.flatMap((statement) =>
    statement.type === 'VariableDeclaration'
      ? statement.declarations.flatMap(({ id, start, end }) =>
          id.type === 'Identifier' ? [{ name: id.name, start, end }] : [],
        )
      : [],
  );
}

function countReferences(code: string, name: string): number {
  return code.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length - 1;
}
