import { parseSync } from 'rolldown/utils';
import type { Plugin } from 'vite';

const DYNAMIC_IMPORT = /\bimport\((?=["'])([^()]+)\)/g;
const IMPORTED_NAME = '__cfAiChatLoadChunk';
/**
 * The function that {@link markImports} has put around an `import()`, as the bundler writes it. With `.then(e=>e.t)` where
 * the chunk has several modules, and exports this one as `t`.
 */
const MARKED_IMPORT =
  /\(\)\s*=>\s*import\(([`"'])\.\/([\w-]+\.js)\1\)(?:\.then\(\(?(\w+)\)?\s*=>\s*\3\.(\w+)\))?/g;

/**
 * Makes every `import()` of a literal a call that checks the file it loads, in a build whose files `pinImports` is
 * then given.
 *
 * @param loadingModule absolute path of the module that exports `loadChunk`
 */
export function pinnedImports(loadingModule: string): Plugin {
  return {
    name: 'cf-ai-chat:pinned-imports',
    transform: {
      filter: { id: /\/widget\/.*\.ts$/, code: /\bimport\(["']/ },
      // By then TypeScript's `typeof import('./a.ts')` types, which the pattern would match, are gone.
      order: 'post',
      handler: (code) => ({ code: markImports(code, loadingModule), map: null }),
    },
  };
}

/**
 * Puts each `import()` of a literal into a function, which the bundler keeps until the hash is known.
 *
 * @example
 * markImports("import('./queue.ts')", '/widget/embed/load-chunk.ts');
 * // 'import { loadChunk as __cfAiChatLoadChunk } from "/widget/embed/load-chunk.ts";\n' +
 * // "__cfAiChatLoadChunk(() => import('./queue.ts'))"
 */
export function markImports(code: string, loadingModule: string): string {
  const statement = `import { loadChunk as ${IMPORTED_NAME} } from ${JSON.stringify(loadingModule)};`;
  const marked = code.replaceAll(DYNAMIC_IMPORT, (call) => `${IMPORTED_NAME}(() => ${call})`);
  return marked === code ? code : `${statement}\n${marked}`;
}

/** A chunk by its name, with the SHA-256 of its content in base64. */
export interface PinnedChunk {
  readonly name: string;
  readonly hash: string;
}

/**
 * Replaces each function that {@link markImports} has made by the name and the hash of its chunk, and the export that is
 * wanted, if only one is. Throws when an `import()` is left.
 *
 * @example
 * pinImports('load(()=>import("./queue-B2.js").then(e=>e.t))', () => ({ name: 'queue', hash: 'q83v' }));
 * // 'load(`queue`,`q83v`,`t`)'
 */
export function pinImports(code: string, chunkOf: (file: string) => PinnedChunk): string {
  const pinned = code.replaceAll(
    MARKED_IMPORT,
    (_call, _quote: string, file: string, _module, exported?: string) => {
      const { name, hash } = chunkOf(file);
      return [name, hash, ...(exported === undefined ? [] : [exported])].map((text) => `\`${text}\``).join();
    },
  );
  const [left] = /\bimport\([`"'][^)]*\)/.exec(pinned) ?? [];
  if (left !== undefined) throw new Error(`${left} is not pinned`);
  return pinned;
}

/** The panel's file, and the name that each of its exports has inside. */
export interface PanelChunk {
  readonly file: string;
  readonly names: ReadonlyMap<string, string>;
}

/** The names by which a module exports, each with the name inside. */
export function exportNames(code: string): ReadonlyMap<string, string> {
  const entries = parseSync('chunk.js', code).module.staticExports.flatMap((statement) => statement.entries);
  return new Map(entries.map(({ exportName, localName }) => [nameOf(exportName), nameOf(localName)]));
}

/**
 * A module that exports by the names inside, which are half as many bytes; `kept` stays.
 *
 * @example
 * exportInside('var a=1,b=2;export{a as t,b as open};', 'open'); // 'var a=1,b=2;export{a,b as open};'
 */
export function exportInside(code: string, kept: string): string {
  const names = [...exportNames(code)].map(([name, inside]) =>
    name === kept ? `${inside} as ${name}` : inside,
  );
  const [statement, ...others] = parseSync('chunk.js', code).module.staticExports;
  if (statement === undefined || others.length > 0) throw new Error('expected one list of exports');
  return `${code.slice(0, statement.start)}export{${names.join()}};${code.slice(statement.end)}`;
}

/** The one file that loads a chunk, where that is not the panel. */
export interface LoadingChunk {
  readonly file: string;
  readonly name: string;
}

/** What a chunk may import besides the panel. */
export interface ChunkSources {
  readonly helpers?: HelperChunk | undefined;
  readonly loader?: LoadingChunk | undefined;
}

/** The bundler's own helpers, where several chunks have some: a file of its own, which each of them imports. */
export interface HelperChunk {
  readonly file: string;
  readonly code: string;
}

/**
 * A chunk as one function of the panel's exports, by their names inside: `import{a as e}from"./panel.js";f(e);export{f as g}` becomes
 * `export default({a:e})=>{f(e);return{g:f}}`. A chunk that imported the panel by its name would load it a second
 * time, unchecked, where the first request for it failed and it came from another address. What it takes from the chunk that loads it
 * comes as a second argument, by the name of that chunk. Helpers are written into it. Throws for other imports.
 */
export function wrapChunk(
  code: string,
  { file: panel, names }: PanelChunk,
  { helpers, loader }: ChunkSources = {},
): string {
  const { staticImports, staticExports } = parseSync('chunk.js', code).module;
  const namesFrom = (file = ''): readonly string[] =>
    staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === `./${file}`)
      .flatMap(({ entries }) =>
        entries.map(({ importName, localName }) => {
          const name = nameOf(importName);
          return `${file === panel ? (names.get(name) ?? name) : name}:${localName.value}`;
        }),
      );
  for (const { moduleRequest } of staticImports)
    if (![panel, helpers?.file, loader?.file].some((file) => moduleRequest.value === `./${file}`))
      throw new Error(`nothing checks ${moduleRequest.value}`);
  const results = staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, localName }) => `${nameOf(exportName)}:${nameOf(localName)}`),
  );
  const statements = [...staticImports, ...staticExports].toSorted((a, b) => b.start - a.start);
  const rest = statements.reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), code);
  const own = rest.trim().replace(/;?$/, ';');
  const helped = namesFrom(helpers?.file);
  const body =
    helpers && helped.length > 0
      ? `const{${helped.join()}}=${callOf(helpers, { file: panel, names })};${own}`
      : own;
  const loaded = namesFrom(loader?.file);
  const others = loader && loaded.length > 0 ? `,{'${loader.name}':{${loaded.join()}}}` : '';
  return `export default({${namesFrom(panel).join()}}${others})=>{${body}return{${results.join()}}};\n`;
}

/** The helpers as a value: `(({})=>{…return{t:t}})({})`. */
function callOf({ code }: HelperChunk, panel: PanelChunk): string {
  const wrapped = wrapChunk(code, panel);
  return `(${wrapped
    .trim()
    .replace(/^export default/, '')
    .replace(/;$/, '')})({})`;
}

/** The name in `import{a}` or `export{a}`. Throws for `import * as`, `export *` and what is exported as it was imported. */
function nameOf({ kind, name }: { readonly kind: string; readonly name?: string | null }): string {
  if (kind !== 'Name' || !name) throw new Error(`a chunk imports or exports by ${kind}`);
  return name;
}
