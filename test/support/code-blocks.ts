import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { marked, type Token, type Tokens } from 'marked';
import { SAMPLE, TOUR } from '../../demo/scripts/recorded/answers.ts';
import { ROOT } from '../../widget/build/project.ts';

/** A piece of code that README, a page of the documentation or the demo page shows. */
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
export const DOCUMENTS = ['README.md', ...globSync('demo/docs/*.md', { cwd: ROOT }).toSorted()].filter(
  (path) => !path.endsWith('/frameworks.md'),
);

/** The pieces of code of all documents, in one of these languages. */
export function readCodeBlocks(...languages: readonly string[]): readonly CodeBlock[] {
  return allBlocks().filter(({ language }) => languages.includes(language));
}

/** Every language that code stands in. */
export function usedLanguages(): ReadonlySet<string> {
  return new Set(allBlocks().map(({ language }) => language));
}

/** The text of a document of the repository. */
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function allBlocks(): readonly CodeBlock[] {
  const recorded = [...TOUR, SAMPLE].map(({ answer }) => answer).join('\n\n');
  return [
    ...DOCUMENTS.flatMap((document) => blocksOf(document, read(document))),
    ...blocksOf('demo/scripts/recorded/answers.ts', recorded),
    ...blocksOf('demo/index.html', `\`\`\`html\n${tagOf(read('demo/index.html'))}\n\`\`\``),
  ];
}

/** The tag that the demo page begins with. */
function tagOf(page: string): string {
  const { document } = new JSDOM(page).window;
  return document.querySelector('#tag')?.textContent ?? '';
}

function blocksOf(document: string, markdown: string): readonly CodeBlock[] {
  const tokens = codeAndComments(marked.lexer(markdown));
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
