import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { SAMPLE, TOUR } from '../../demo/scripts/recorded/answers.ts';
import { ROOT } from '../../widget/build/project.ts';

/** A piece of code that README, a page of the documentation or the demo page shows. */
export interface CodeBlock {
  /** Path of the document, and which of its blocks this is, such as `demo/docs/embed.md, block 2`. */
  readonly name: string;
  readonly document: string;
  /** Number of its first line in the document. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** Why no test runs it, where `<!-- not run: … -->` stands before it. */
  readonly notRun: string | undefined;
}

/** Documents whose code is run or compiled. Pages of the platforms have tests of their own. */
export const DOCUMENTS = ['README.md', ...globSync('demo/docs/*.md', { cwd: ROOT }).toSorted()];

/** A block, the remark before it, and the mark of a file that it shows. */
const FENCE =
  /(?:^ *<!-- (?:not run: (?<notRun>.+)|file:(?<file>.+)) -->\n\s*)?^(?<indent> *)(?<fence>`{3,})(?<language>.*)\n(?<code>[\s\S]*?)^\k<indent>\k<fence>$/gm;

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

/** The blocks of a document. One that shows a file is left out: the file is a test's. */
export function blocksOf(document: string, markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(FENCE)].flatMap(({ index, 0: whole, groups = {} }, count) => {
    const { notRun, file, indent = '', fence = '', language = '', code = '' } = groups;
    if (file !== undefined) return [];
    const line = markdown.slice(0, index + whole.indexOf(fence)).split('\n').length + 1;
    const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd();
    const name = `${document}, block ${count + 1}`;
    return [{ name, document, line, language, code: text, notRun }];
  });
}
