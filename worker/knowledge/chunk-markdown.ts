import { Marked, type Token, type Tokens } from 'marked';

/** Characters of one passage; a longer section is split between its blocks. */
const PASSAGE_CHARACTERS = 1_800;

/** A row of the `passages` table. */
export interface PassageRow {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** A document as its reader and the search see it. */
export interface Page {
  readonly title: string;
  /** The body of the page; headings carry the ids that the passages' URLs point to. */
  readonly html: string;
  readonly passages: readonly PassageRow[];
}

interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly blocks: string[];
}

/** Cuts a markdown document at its headings. The first heading of level 1 is the title; `url` is where it is read. */
export function chunkMarkdown(markdown: string, { id, url }: { id: string; url: string }): Page {
  const anchors = new Map<Token, string>();
  const marked = new Marked({
    renderer: {
      heading(token) {
        const text = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${anchors.get(token) ?? ''}">${text}</h${token.depth}>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  for (const heading of headings) anchors.set(heading, uniqueSlug(heading, [...anchors.values()]));
  const title = plain(headings.find(({ depth }) => depth === 1)?.text ?? id);
  const sections = toSections(tokens, anchors, title);
  return {
    title,
    html: marked.parser(tokens),
    passages: sections.flatMap(({ heading, anchor, blocks }) =>
      pack(blocks).map((text, index) => ({
        id: `${id}#${anchor}${index === 0 ? '' : `~${index + 1}`}`,
        title: heading === title ? title : `${title}: ${heading}`,
        url: `${url}#${anchor}`,
        text,
      })),
    ),
  };
}

function toSections(
  tokens: readonly Token[],
  anchors: ReadonlyMap<Token, string>,
  title: string,
): readonly Section[] {
  const sections: Section[] = [{ heading: title, anchor: '', blocks: [] }];
  for (const token of tokens) {
    const anchor = anchors.get(token);
    if (anchor !== undefined && 'text' in token)
      sections.push({ heading: plain(token.text), anchor, blocks: [] });
    else if (token.type !== 'space') sections.at(-1)?.blocks.push(token.raw.trimEnd());
  }
  return sections;
}

function pack(blocks: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const block of blocks) {
    const last = texts.at(-1);
    if (last === undefined || last.length + block.length > PASSAGE_CHARACTERS) texts.push(block);
    else texts.splice(-1, 1, `${last}\n\n${block}`);
  }
  return texts;
}

function uniqueSlug({ text }: Tokens.Heading, taken: readonly string[]): string {
  const words = plain(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['section'];
  const slug = words.join('-');
  const twins = taken.filter((other) => other.replace(/-\d+$/, '') === slug).length;
  return twins === 0 ? slug : `${slug}-${twins + 1}`;
}

function plain(text: string): string {
  return text.replace(/[`*_]/g, '');
}
