/** Kinds of text in a file: a comment, a name that the file declares, a paragraph of prose, the title of a test. */
export type Kind = 'comment' | 'name' | 'paragraph' | 'test';

/** One text, and its position in its file. */
export interface Entry {
  readonly kind: Kind;
  readonly path: string;
  /** The first line, counted from 1. */
  readonly line: number;
  /** Number of lines. */
  readonly length: number;
  /** The text itself. For a test with the titles of its groups: `links › open in a new tab`. */
  readonly words: string;
}

const NAME = /^(?:export )?(?:async )?(?:function|class|interface|type|const) (\w+)/;
const TITLE = /^(?<indent>\s*)(?:it|describe)\(\s*(?<quote>['"`])(?<title>.+)\k<quote>/;
const COMMENT = /^\s*(?:\/\/|\/\*\*|\*)/;
/** Comments that are instructions for the linter or the bundler, and no text. */
const DIRECTIVE = /oxlint-|prettier-|@ts-|@__|@vite/;
const SHORTEST_PARAGRAPH = 80;

/** The title of a test or of a group of tests, and the indentation before it. */
interface TestTitle {
  readonly indent: number;
  readonly title: string;
}

/**
 * All texts of a file.
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
  let groups: readonly TestTitle[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const at = { path, line: index + 1, length: 1 };
    const name = NAME.exec(line)?.[1];
    const { indent = '', title } = TITLE.exec(line)?.groups ?? {};
    if (name !== undefined) entries.push({ ...at, kind: 'name', words: name });
    if (title !== undefined) {
      groups = [...groups.filter((group) => group.indent < indent.length), { indent: indent.length, title }];
      entries.push({ ...at, kind: 'test', words: groups.map((group) => group.title).join(' › ') });
    }
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

/** Paragraphs of prose; no headings, tables, lists or code. */
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
