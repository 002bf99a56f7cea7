import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { CACHE, DIST, ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import type { CodeBlock } from './code-blocks.ts';
import { installFixture } from './install-fixture.ts';

/** A script with code in it: neither an address nor JSON. */
const SCRIPT = /<script(?![^>]*(?:\ssrc=|json"))[^>]*>(?<code>[\s\S]*?)<\/script>/g;

const CONFIG = {
  compilerOptions: {
    target: 'ESNext',
    module: 'NodeNext',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    allowJs: true,
    checkJs: true,
    noEmit: true,
    jsx: 'react-jsx',
    // The code of most pages is not strict: it uses the result of `querySelector` without a check for null.
    strict: false,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: { 'cf-ai-chat': [join(DIST, 'index.d.ts')], 'cf-ai-chat/*': [join(DIST, '*')] },
  },
  include: [
    '**/*.js',
    '**/*.ts',
    '**/*.tsx',
    join(DIST, 'index.d.ts'),
    join(ROOT, 'test/fixtures/clients/documentation.ts'),
  ],
};

/**
 * Compiles pieces of code in `js`, `ts`, `tsx` or `html` against the built package, each as a module of its own. Resolves with the
 * errors, such as `demo/docs/embed.md:115:6 - error TS2551: …`; without any, with an empty text. What the pieces take from the
 * program around them is declared in `test/fixtures/clients/documentation.ts`.
 */
export async function findTypeErrors(blocks: readonly CodeBlock[]): Promise<string> {
  const clients = installFixture('clients');
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'code-blocks-'));
  try {
    for (const { document, line, language, code } of blocks.flatMap(withoutMarkup)) {
      const path = join(folder, document, `${line}.${language}`);
      await mkdir(dirname(path), { recursive: true });
      // With blank lines before, so that line numbers are those of the document.
      await writeFile(path, `${'\n'.repeat(line - 1)}${code}\nexport {};\n`);
    }
    await symlink(join(clients, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    const { output } = await runCommand('tsc', ['-p', folder, '--pretty', 'false']);
    const begin = `${relative(ROOT, folder)}/`;
    return output.replaceAll(begin, '').replaceAll(/\/\d+\.[jt]sx?\((\d+),(\d+)\):/g, ':$1:$2 -');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The scripts of a block of HTML, each as a separate block. Blocks in other languages are returned unchanged. */
function withoutMarkup(block: CodeBlock): readonly CodeBlock[] {
  if (block.language !== 'html') return [block];
  return [...block.code.matchAll(SCRIPT)].map(({ index, groups }) => ({
    ...block,
    language: 'js',
    line: block.line + block.code.slice(0, index).split('\n').length - 1,
    code: groups?.['code'] ?? '',
  }));
}
