import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readHtml } from '../pages/read-html.ts';
import type { WebPage } from '../pages/web-page.ts';
import { prune } from '../pages/prune.ts';
import { chunkMarkdown, NOWHERE, type Page } from './chunk-markdown.ts';
import { toPassages, type PassageRow } from './passage.ts';

const MARKDOWN = /\.(?:md|markdown)$/i;
const HTML = /\.html?$/i;

/** A file of a source: its path with slashes, which is also where it is read, below the base URL. */
export interface Document {
  readonly path: string;
  readonly passages: readonly PassageRow[];
  /** For markdown, the document as a page to show. */
  readonly page?: Page;
}

/**
 * Reads every markdown and HTML file below folders, and files that are named by themselves, in order of path. A markdown file is
 * read at its path without ending, an HTML file at its path, `index.md` and `index.html` at their folder. Throws where two
 * have the same path: they would have one address, and one would replace the other.
 */
export function readDocuments(sources: readonly string[], baseUrl: string): readonly Document[] {
  const files = sources.flatMap(listFiles).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const twice = files.find(({ path }, index) => path === files[index + 1]?.path);
  if (twice) throw new Error(`two documents have the path ${twice.path}`);
  const markdown = files.filter(({ path }) => MARKDOWN.test(path)).map((file) => readMarkdown(file, baseUrl));
  const documents = [...markdown, ...readHtmlFiles(files, baseUrl)];
  return documents.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file, and its path from its source. */
interface SourceFile {
  readonly path: string;
  readonly file: string;
}

function listFiles(source: string): readonly SourceFile[] {
  const isFile = statSync(source).isFile();
  const folder = isFile ? dirname(source) : source;
  const paths = isFile ? [basename(source)] : readdirSync(source, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => MARKDOWN.test(path) || HTML.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), file: join(folder, path) }));
}

function readMarkdown({ path, file }: SourceFile, baseUrl: string): Document {
  const id = path.replace(MARKDOWN, '');
  const url = addressOf(id.replace(/(^|\/)index$/i, '$1'), baseUrl);
  const page = chunkMarkdown(readFileSync(file, 'utf8'), { id, url });
  return { path, passages: page.passages, page };
}

/** Reads HTML files as pages of a site: without pages that refuse robots, copies, and text that stands on most pages. */
function readHtmlFiles(files: readonly SourceFile[], baseUrl: string): readonly Document[] {
  const paths = new Map<string, string>();
  const pages: WebPage[] = [];
  for (const { path, file } of files) {
    if (!HTML.test(path)) continue;
    const { href } = new URL(addressOf(path.replace(/(^|\/)index\.html?$/i, '$1'), baseUrl), NOWHERE);
    const { page } = readHtml({ url: href, name: path, body: readFileSync(file), headers: new Headers() });
    if (page) pages.push(page);
    paths.set(href, path);
  }
  return prune(pages).pages.map(({ url, title, sections }) => {
    const path = paths.get(url) ?? '';
    const atHome = sections.map((section) => ({ ...section, blocks: section.blocks.map(withoutOrigin) }));
    return { path, passages: toPassages(title, atHome, { id: path, url: withoutOrigin(url) }) };
  });
}

function withoutOrigin(text: string): string {
  return text.replaceAll(NOWHERE, '');
}

function addressOf(path: string, baseUrl: string): string {
  return `${baseUrl}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The markdown documents as pages, by id. */
export function pagesOf(documents: readonly Document[]): ReadonlyMap<string, Page> {
  return new Map(
    documents.flatMap(({ path, page }) => (page ? [[path.replace(MARKDOWN, ''), page] as const] : [])),
  );
}
