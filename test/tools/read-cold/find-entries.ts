/** What can be read of a file: a comment, a name that the file gives, a paragraph of prose, the title of a test. */
export type Kind = 'comment' | 'name' | 'paragraph' | 'test';

/** One thing that a list may draw, and where it stands. */
export interface Entry {
  readonly kind: Kind;
  readonly path: string;
  /** The first line, counted from 1. */
  readonly line: number;
  /** In lines. */
  readonly length: number;
  /** What is read. */
  readonly words: string;
}

const NAME = /^(?:export )?(?:async )?(?:function|class|interface|type|const) (\w+)/;
const TITLE = /^\s*(?:it|describe)\(\s*(['"`])(.+)\1/;
const COMMENT = /^\s*(?:\/\/|\/\*\*|\*)/;
/** Words that are no comment: of a linter, of the bundler. */
const DIRECTIVE = /oxlint-|prettier-|@ts-|@__|@vite/;
const SHORTEST_PARAGRAPH = 80;

/**
 * Everything that can be read of a file.
 *
 * @example
 * findEntries('a.ts', '/** Not more. *\/\nconst MAX = 3;').map(({ kind }) => kind); // ['comment', 'name']
 */
export function findEntries(path: string, text: string): readonly Entry[] {
  const lines = text.split('\n');
  return path.endsWith('.md') ? findParagraphs(path, lines) : findInCode(path, lines);
}

function findInCode(path: string, lines: readonly string[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const at = { path, line: index + 1, length: 1 };
    const name = NAME.exec(line)?.[1];
    const title = TITLE.exec(line)?.[2];
    if (name !== undefined) entries.push({ ...at, kind: 'name', words: name });
    if (title !== undefined) entries.push({ ...at, kind: 'test', words: title });
    if (!COMMENT.test(line)) continue;
    let end = index + 1;
    while (COMMENT.test(lines[end] ?? '')) end++;
    const words = lines.slice(index, end).map(toWords).join(' ').trim();
    if (words !== '' && !DIRECTIVE.test(words))
      entries.push({ ...at, kind: 'comment', length: end - index, words });
    index = end - 1;
  }
  return entries;
}

function toWords(line: string): string {
  return line.replace(/^\s*(?:\/\/|\/\*\*|\*\/|\*)\s?/, '').replace(/\s*\*\/\s*$/, '');
}

/** Prose alone: no headings, tables, lists or code. */
function findParagraphs(path: string, lines: readonly string[]): readonly Entry[] {
  const entries: Entry[] = [];
  let isCode = false;
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || line.length < SHORTEST_PARAGRAPH || /^[#|>\-*\d\s<]/.test(line.replace(/^\*\*/, '')))
      continue;
    entries.push({ kind: 'paragraph', path, line: index + 1, length: 1, words: line });
  }
  return entries;
}
