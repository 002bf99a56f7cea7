import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { toPassages } from './indexing/passage.ts';
import { readDocuments } from './indexing/read-documents.ts';
import type { IndexedDocument } from './indexed-document.ts';
import type { Options } from './options.ts';
import type { WebPage } from './pages/web-page.ts';
import { formatReading, showProgress } from './report.ts';
import { printLine } from './print-line.ts';
import { parseSource, type Source } from './source.ts';
import type { WebSource } from './web/task.ts';

/**
 * Reads all sources, in their order, and says what was found in each. A page that is in two sources counts once. Throws an Error
 * for the user where a source cannot be read or has no text: the index then stays as it is.
 */
export async function readSources(options: Options): Promise<readonly IndexedDocument[]> {
  const sources = options.sources.map(parseSource);
  const documents = readFolders(sources, options);
  for (const source of sources) {
    const pages = 'url' in source ? await readAddress(source, options) : await readFile(source, options);
    if (pages.length === 0 && source.kind !== 'folder' && source.kind !== 'file')
      throw new Error(`no page with text at ${'url' in source ? source.url : source.path}`);
    documents.push(...pages.map(toDocument));
  }
  if (!documents.some(({ passages }) => passages.length > 0))
    throw new Error(`no markdown or HTML files with text in ${options.sources.join(', ')}`);
  return [...new Map(documents.toReversed().map((each) => [each.name, each])).values()].toReversed();
}

function toDocument({ url, title, language, sections }: WebPage): IndexedDocument {
  return { name: url, language, passages: toPassages(title, sections, { id: url, url }) };
}

function readFolders(sources: readonly Source[], { baseUrl }: Options): IndexedDocument[] {
  const paths = sources.flatMap((each) =>
    each.kind === 'folder' || each.kind === 'file' ? [each.path] : [],
  );
  const documents = readDocuments(paths, baseUrl);
  for (const { path, page } of documents)
    if (page?.fault) printLine(`  ${path}: its front matter is left out: ${page.fault}`);
  return documents.map(({ path, passages }) => ({ name: path, language: '', passages }));
}

/** The code for the web, with its DOM, is loaded only where a source needs it. */
async function readAddress(source: WebSource, { crawl }: Options): Promise<readonly WebPage[]> {
  const { readWeb } = await import('./web/read-web.ts');
  const progress = showProgress();
  try {
    const reading = await readWeb(source, crawl, progress.update);
    progress.end();
    printLine(formatReading(source.url, reading));
    return reading.pages;
  } finally {
    progress.end();
  }
}

/** The pages of a file of pages, and those of PDF files. */
async function readFile(
  { kind, path }: Extract<Source, { path: string }>,
  options: Options,
): Promise<readonly WebPage[]> {
  if (kind === 'pdf') return readPdfFiles([[path, basename(path)]], options);
  if (kind === 'folder' && options.crawl.isWithPdf) return readPdfFiles(listPdfFiles(path), options);
  if (kind !== 'json-lines') return [];
  const { readJsonLines } = await import('./json-lines.ts');
  const reading = readJsonLines(path);
  printLine(formatReading(path, reading));
  return reading.pages;
}

/** The PDF files in a folder: each file, and its path from the folder. */
function listPdfFiles(folder: string): readonly (readonly [string, string])[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.pdf$/i.test(path))
    .toSorted()
    .map((path) => [join(folder, path), path.replaceAll('\\', '/')]);
}

async function readPdfFiles(
  files: readonly (readonly [string, string])[],
  { baseUrl }: Options,
): Promise<readonly WebPage[]> {
  const { loadPdfReader, readPdf } = await import('./pdf/read-pdf.ts');
  // Not in the `try` below: where npm is offline the run has to fail. Else every PDF file would leave the index.
  if (files.length > 0) await loadPdfReader();
  const pages: WebPage[] = [];
  for (const [file, path] of files) {
    try {
      const url = `${baseUrl}${path.split('/').map(encodeURIComponent).join('/')}`;
      pages.push(await readPdf(readFileSync(file), url));
    } catch (error) {
      printLine(`  ${file} is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return pages;
}
