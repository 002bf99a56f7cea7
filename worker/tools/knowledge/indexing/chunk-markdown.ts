import GitHubSlugger from 'github-slugger';
import { Marked, Parser, type Token, type Tokens } from 'marked';
import { textOfHtml } from '../pages/tree.ts';
import type { Section } from '../pages/web-page.ts';
import { readFrontMatter } from './front-matter.ts';
import { toPassages, type PassageRow, type DocumentAddress } from './passage.ts';
import { unfold } from './unfold.ts';

/** Stands for the origin in addresses that have none. */
export const NOWHERE = 'https://nowhere.invalid';

/** A document as its reader and the search see it. */
export interface Page {
  readonly title: string;
  /** The document with links that lead to the same places from every page. */
  readonly markdown: string;
  /** Its headings in their order, with the anchors that the passages' URLs point to. */
  readonly headings: readonly PageHeading[];
  readonly sections: readonly Section[];
  readonly passages: readonly PassageRow[];
  /** Why its front matter could not be read. */
  readonly fault: string | undefined;
}

/** A heading of a document. */
export interface PageHeading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/**
 * Cuts a markdown document at its headings, whose anchors are GitHub's. The first heading of level 1 is the title, else that
 * of the front matter; its description is the first text. `url` is where the document is read.
 *
 * @example
 * chunkMarkdown('# Shop\n\nHi.\n\n## What is free?\n\nReturns.', { id: 'shop', url: '/docs/shop' }).passages;
 * // [{ id: 'shop#shop', title: 'Shop', url: '/docs/shop#shop', text: 'Hi.' },
 * //  { id: 'shop#what-is-free', title: 'Shop: What is free?', url: '/docs/shop#what-is-free', text: 'Returns.' }]
 */
export function chunkMarkdown(source: string, address: DocumentAddress): Page {
  const { content, description, fault, ...head } = readFrontMatter(source);
  const markdown = resolveLinks(content, address.url);
  const slugger = new GitHubSlugger();
  const tokens = new Marked().lexer(unfold(markdown));
  const headings = new Map<Token, PageHeading>();
  for (const token of tokens) if (isHeading(token)) headings.set(token, toPageHeading(token, slugger));
  const pageHeadings = [...headings.values()];
  const title = pageHeadings.find(({ depth }) => depth === 1)?.text || head.title || address.id;
  const sections: Section[] = [{ heading: title, anchor: '', blocks: description ? [description] : [] }];
  for (const token of tokens) {
    const heading = headings.get(token);
    if (heading) sections.push({ heading: heading.text, anchor: heading.anchor, blocks: [] });
    else if (token.type !== 'space' && !token.raw.startsWith('<!--')) addToken(sections, token.raw);
  }
  const passages = toPassages(title, sections, address);
  return { title, markdown, headings: pageHeadings, sections, passages, fault };
}

/**
 * A summary begins a section of its own, with the anchor of the heading above. An empty summary ends it: the text after it belongs
 * to that heading again.
 */
function addToken(sections: Section[], raw: string): void {
  const [, summary] = /^<summary>(.*)<\/summary>$/.exec(raw.trim()) ?? [];
  if (summary === undefined) sections.at(-1)?.blocks.push(raw.trimEnd());
  else {
    const anchor = sections.at(-1)?.anchor ?? '';
    const above = sections.find((section) => section.anchor === anchor);
    sections.push({ heading: textOfHtml(summary) || (above?.heading ?? ''), anchor, blocks: [] });
  }
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/**
 * The text of a heading as it is shown, and the anchor of that text: `## The \`a_b\` & *more*` is "The a_b & more",
 * `#the-a_b--more`.
 */
function toPageHeading({ depth, tokens }: Tokens.Heading, slugger: GitHubSlugger): PageHeading {
  const text = textOfHtml(Parser.parseInline(tokens));
  return { depth, text, anchor: slugger.slug(text) };
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
