import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { ROOT } from '../../widget/build/project.ts';

/** A piece of code that README or a page of the documentation shows. */
export interface CodeBlock {
  /** Path of the document, and which of its blocks this is, such as `demo/docs/embed.md, block 2`. */
  readonly name: string;
  readonly document: string;
  readonly language: string;
  readonly code: string;
  /** Why no test runs it, where `<!-- not run: … -->` stands before it. */
  readonly notRun: string | undefined;
}

/** Documents whose code is run or compiled. Pages of the platforms have tests of their own, and those of frameworks are files of tests. */
const DOCUMENTS = ['README.md', ...globSync('demo/docs/*.md', { cwd: ROOT }).toSorted()].filter(
  (path) => !path.endsWith('/frameworks.md'),
);

/** The pieces of code of all documents, in one of these languages. */
export function readCodeBlocks(...languages: readonly string[]): readonly CodeBlock[] {
  return DOCUMENTS.flatMap(blocksOf).filter(({ language }) => languages.includes(language));
}

/** Every language that code stands in. */
export function usedLanguages(): ReadonlySet<string> {
  return new Set(DOCUMENTS.flatMap(blocksOf).map(({ language }) => language));
}

function blocksOf(document: string): readonly CodeBlock[] {
  const tokens = codeAndComments(marked.lexer(readFileSync(join(ROOT, document), 'utf8')));
  const blocks: CodeBlock[] = [];
  tokens.forEach((token, index) => {
    if (token.type !== 'code') return;
    const { lang = '', text } = token as Tokens.Code;
    const comment = tokens[index - 1]?.raw ?? '';
    blocks.push({
      name: `${document}, block ${blocks.length + 1}`,
      document,
      language: lang,
      code: text,
      notRun: /^<!-- not run: (.+) -->/.exec(comment)?.[1],
    });
  });
  return blocks;
}

/** What stands at the top level or in a list, without the blanks between. */
function codeAndComments(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => {
    if (token.type === 'list')
      return (token as Tokens.List).items.flatMap(({ tokens: inner }) => codeAndComments(inner));
    return token.type === 'space' ? [] : [token];
  });
}
