import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkHtml } from './chunk-html.ts';
import { chunkMarkdown, type Page } from './chunk-markdown.ts';
import type { PassageRow } from './passage.ts';

const MARKDOWN = /\.(?:md|markdown)$/i;
const HTML = /\.html?$/i;

/** A file of a folder: its path with slashes, which is also where it is read, below the base URL. */
export interface Document {
  readonly path: string;
  readonly passages: readonly PassageRow[];
  /** For markdown, what can be shown as a page of its own. */
  readonly page?: Page;
}

/**
 * Reads every markdown and HTML file below a folder, in order of path. A markdown file is read at its path without
 * ending, an HTML file at its path, `index.md` and `index.html` at their folder.
 */
export function readDocuments(folder: string, baseUrl: string): readonly Document[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return paths
    .filter((path) => MARKDOWN.test(path) || HTML.test(path))
    .toSorted()
    .map((path) => readDocument(path, readFileSync(join(folder, path), 'utf8'), baseUrl));
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
