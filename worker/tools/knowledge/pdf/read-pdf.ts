import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../../../../widget/build/setup.mjs';
import type { WebPage } from '../pages/web-page.ts';

/** A block of text with this many characters ends with its current sentence. */
const BLOCK_CHARACTERS = 600;

/** What is used of `unpdf`, which may not be installed when this is compiled. */
interface Unpdf {
  getDocumentProxy(data: Uint8Array): Promise<unknown>;
  getMeta(pdf: unknown): Promise<{ readonly info: Readonly<Record<string, unknown>> }>;
  extractText(pdf: unknown): Promise<{ readonly text: readonly string[] }>;
}

let library: Promise<Unpdf> | undefined;

/** Loads the reader of PDF files, and installs it into the folder of this module when it is not there. Throws where that fails. */
export function loadPdfReader(): Promise<Unpdf> {
  return (library ??= loadLibrary());
}

/**
 * The text of a PDF file, one section a page; `#page=3` opens it there. Throws where the file is none, or is locked by a
 * password.
 */
export async function readPdf(body: Uint8Array, url: string): Promise<WebPage> {
  const { getDocumentProxy, getMeta, extractText } = await loadPdfReader();
  const pdf = await getDocumentProxy(new Uint8Array(body));
  const { info } = await getMeta(pdf);
  const { text } = await extractText(pdf);
  const name = decodeURIComponent(url.split('/').at(-1) ?? url).replace(/\.pdf$/i, '');
  const title =
    typeof info['Title'] === 'string' && info['Title'].trim() !== '' ? info['Title'].trim() : name;
  const language = typeof info['Language'] === 'string' ? info['Language'] : '';
  const sections = text.map((page, index) => ({
    heading: text.length === 1 ? title : `${title}, ${index + 1}`,
    anchor: `page=${index + 1}`,
    blocks: toBlocks(page),
  }));
  return {
    url,
    canonical: url,
    title,
    language,
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  };
}

async function loadLibrary(): Promise<Unpdf> {
  installPackages(import.meta.dirname, {
    description: 'the reader of PDF files',
    options: ['--ignore-scripts'],
  });
  const path = createRequire(join(import.meta.dirname, 'package.json')).resolve('unpdf');
  return import(pathToFileURL(path).href);
}

/** A PDF has lines and no paragraphs: a block is as many sentences as fit. */
function toBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block = '';
  for (const sentence of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?。]) /)) {
    block = block === '' ? sentence : `${block} ${sentence}`;
    if (block.length < BLOCK_CHARACTERS) continue;
    blocks.push(block);
    block = '';
  }
  return block === '' ? blocks : [...blocks, block];
}
