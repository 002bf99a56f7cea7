import { Marked, type Token, type Tokens } from 'marked';
import { toPassages, type PassageRow, type Place, type Section } from './passage.ts';

/** A document as its reader and the search see it. */
export interface Page {
  readonly title: string;
  /** The body of the page; headings carry the ids that the passages' URLs point to. */
  readonly html: string;
  readonly passages: readonly PassageRow[];
}

/** Cuts a markdown document at its headings. The first heading of level 1 is the title; `url` is where it is read. */
export function chunkMarkdown(markdown: string, place: Place): Page {
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
  const title = plain(headings.find(({ depth }) => depth === 1)?.text ?? place.id);
  return {
    title,
    html: marked.parser(tokens),
    passages: toPassages(title, toSections(tokens, anchors, title), place),
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
    else if (token.type !== 'space' && !token.raw.startsWith('<!--'))
      sections.at(-1)?.blocks.push(token.raw.trimEnd());
  }
  return sections;
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
