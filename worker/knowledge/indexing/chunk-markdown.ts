import { Marked, type Token, type Tokens } from 'marked';
import { toPassages, type PassageRow, type DocumentAddress, type Section } from './passage.ts';

/** Stands for the origin of addresses that have none. */
const NOWHERE = 'https://nowhere.invalid';

/** A document as its reader and the search see it. */
export interface Page {
  readonly title: string;
  /** The document with links that lead to the same places from every page. */
  readonly markdown: string;
  /** Its headings in their order, with the anchors that the passages' URLs point to. */
  readonly headings: readonly PageHeading[];
  readonly passages: readonly PassageRow[];
}

/** A heading of a document. */
export interface PageHeading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/**
 * Cuts a markdown document at its headings. The first heading of level 1 is the title; `url` is where it is read.
 *
 * @example
 * chunkMarkdown('# Shop\n\nHi.\n\n## Returns\n\nFree.', { id: 'shop', url: '/docs/shop' }).passages;
 * // [{ id: 'shop#shop', title: 'Shop', url: '/docs/shop#shop', text: 'Hi.' },
 * //  { id: 'shop#returns', title: 'Shop: Returns', url: '/docs/shop#returns', text: 'Free.' }]
 */
export function chunkMarkdown(source: string, address: DocumentAddress): Page {
  const markdown = resolveLinks(source, address.url);
  const anchors = new Map<Token, string>();
  const tokens = new Marked().lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  for (const heading of headings) anchors.set(heading, uniqueSlug(heading, [...anchors.values()]));
  const title = plain(headings.find(({ depth }) => depth === 1)?.text ?? address.id);
  return {
    title,
    markdown,
    headings: headings.map((heading) => ({
      depth: heading.depth,
      text: plain(heading.text),
      anchor: anchors.get(heading) ?? '',
    })),
    passages: toPassages(title, toSections(tokens, anchors, title), address),
  };
}

/**
 * Makes links between documents lead there from anywhere, since passages are quoted on other pages: on `/docs/embed`,
 * `worker.md#deploy` becomes `/docs/worker#deploy` and `#pinned` becomes `/docs/embed#pinned`.
 */
function resolveLinks(markdown: string, url: string): string {
  const marked = new Marked();
  const targets = new Set<string>();
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if ((token.type === 'link' || token.type === 'image') && isRelative(String(token['href'])))
      targets.add(String(token['href']));
  });
  let resolved = markdown;
  for (const target of targets) resolved = resolved.replaceAll(`](${target})`, `](${resolve(target, url)})`);
  return resolved;
}

function isRelative(href: string): boolean {
  return !href.startsWith('/') && !URL.canParse(href);
}

function resolve(target: string, url: string): string {
  const { origin, pathname, hash, href } = new URL(target, new URL(url, NOWHERE));
  const path = pathname.replace(/(?:(?<=\/)index)?\.md$/, '');
  return origin === NOWHERE ? `${path}${hash}` : href.replace(pathname, path);
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
