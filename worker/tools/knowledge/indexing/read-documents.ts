import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chunkHtml } from './chunk-html.ts';
import { chunkMarkdown, type Page } from './chunk-markdown.ts';
import type { PassageRow } from './passage.ts';

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
  return files.map(({ path, file }) => readDocument(path, readFileSync(file, 'utf8'), baseUrl));
}

function listFiles(source: string): readonly { readonly path: string; readonly file: string }[] {
  const isFile = statSync(source).isFile();
  const folder = isFile ? dirname(source) : source;
  const paths = isFile ? [basename(source)] : readdirSync(source, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => MARKDOWN.test(path) || HTML.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), file: join(folder, path) }));
}

function readDocument(path: string, source: string, baseUrl: string): Document {
  const at = (id: string): string => `${baseUrl}${id.split('/').map(encodeURIComponent).join('/')}`;
  if (MARKDOWN.test(path)) {
    const id = path.replace(MARKDOWN, '');
    const page = chunkMarkdown(source, { id, url: at(id.replace(/(^|\/)index$/i, '$1')) });
    return { path, passages: page.passages, page };
  }
  const url = at(path.replace(/(^|\/)index\.html?$/i, '$1'));
  return { path, passages: chunkHtml(source, { id: path, url }).passages };
}

/** The markdown documents as pages, by id. */
export function pagesOf(documents: readonly Document[]): ReadonlyMap<string, Page> {
  return new Map(
    documents.flatMap(({ path, page }) => (page ? [[path.replace(MARKDOWN, ''), page] as const] : [])),
  );
}
