import type { Plugin } from 'vite';

const DYNAMIC_IMPORT = /\bimport\((?=["'])([^()]+)\)/g;
const IMPORTED_NAME = '__cfAiChatImportPinned';
const MARKED_IMPORT = /\(\)\s*=>\s*import\(([`"'])\.\/([\w-]+\.js)\1\)/g;

/**
 * Makes every `import()` of a literal a call that checks what comes, in a build whose files `pinImports` is then
 * given.
 *
 * @param pinningModule absolute path of the module that exports `importPinned`
 */
export function pinnedImports(pinningModule: string): Plugin {
  return {
    name: 'cf-ai-chat:pinned-imports',
    transform: {
      filter: { id: /\/widget\/.*\.ts$/, code: /\bimport\(["']/ },
      // After the types are gone, where `import()` is nothing else.
      order: 'post',
      handler: (code) => ({ code: markImports(code, pinningModule), map: null }),
    },
  };
}

/** Puts each `import()` of a literal into a function, which the bundler keeps until the hash is known. */
export function markImports(code: string, pinningModule: string): string {
  const statement = `import { importPinned as ${IMPORTED_NAME} } from ${JSON.stringify(pinningModule)};`;
  const marked = code.replaceAll(DYNAMIC_IMPORT, (call) => `${IMPORTED_NAME}(() => ${call})`);
  return marked === code ? code : `${statement}\n${marked}`;
}

/** Puts the name and the hash of each file in the place of such a function. Throws when an `import()` is left. */
export function pinImports(code: string, integrityOf: (file: string) => string): string {
  const pinned = code.replaceAll(
    MARKED_IMPORT,
    (_call, _quote: string, file: string) => `\`${file}\`,\`${integrityOf(file)}\``,
  );
  const [left] = /\bimport\([`"'][^)]*\)/.exec(pinned) ?? [];
  if (left !== undefined) throw new Error(`${left} is not pinned`);
  return pinned;
}
