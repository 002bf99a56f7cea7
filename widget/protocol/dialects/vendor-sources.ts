import type { Source } from '../chat-message.ts';
import { MAX_SOURCES } from '../limits.ts';
import { readContent } from './read.ts';
import { readSource } from './sources.ts';
import { type JsonObject, isObject, pickString, readList, readObject } from '../json.ts';

/** Chunks looked at when they are grouped by document. */
const MAX_CHUNKS = 200;

const WEB_URL = /^https?:\/\//i;

/** Reads a list of documents under the names in common use. Order is citation order, so nothing is merged. */
export function readSources(value: unknown): readonly Source[] {
  return readList(value)
    .slice(0, MAX_SOURCES)
    .flatMap((entry, index) => readNamedSource(entry, index) ?? []);
}

/**
 * Reads retrieval chunks: one source per document, its best chunk (the first) as the snippet.
 *
 * @example
 * readChunks([{ item: { key: 'a.md' }, text: 'Best.' }, { item: { key: 'a.md' }, text: 'Second.' }]);
 * // [{ id: '1', title: 'a.md', url: '', snippet: 'Best.' }]
 */
export function readChunks(value: unknown): readonly Source[] {
  const documents = new Map<string, Source>();
  const chunks = readList(value).slice(0, MAX_CHUNKS);
  chunks.forEach((entry, index) => {
    const source = readNamedSource(entry, index);
    if (!source) return;
    const key = pickString(readObject(readObject(entry)['item']), 'key') || source.url || source.title;
    if (!documents.has(key)) documents.set(key, source);
  });
  return [...documents.values()].slice(0, MAX_SOURCES);
}

/**
 * Reads the sources of Open WebUI: each entry has a list of passages, and one of what is known about them. A document is one
 * citation, numbered by its first passage, as in its `Citations.svelte`.
 *
 * @example
 * readPassages([{ source: { name: 'Docs' }, document: ['Free.', 'Fast.'], metadata: [{ source: 'a.md' }, { source: 'a.md' }] }]);
 * // [{ id: '1', title: 'Docs', url: '', snippet: 'Free.' }]
 */
export function readPassages(value: unknown): readonly Source[] {
  return readChunks(readList(value).flatMap(toPassages));
}

function toPassages(entry: unknown): readonly unknown[] {
  const { source, document, metadata } = readObject(entry);
  if (!Array.isArray(document)) return [entry];
  return document.map((text, index) => {
    const known = readObject(readList(metadata)[index]);
    const key = pickString(known, 'source') || pickString(readObject(source), 'id');
    const title = pickString(known, 'title', 'name');
    return {
      ...readObject(source),
      id: '',
      item: { key },
      text,
      ...(title && { title }),
      ...(WEB_URL.test(key) && { url: key }),
    };
  });
}

/**
 * Reads one document under the names in common use; undefined when it has neither title, address nor text.
 *
 * @example
 * readNamedSource({ link: 'https://a.example/faq', name: 'FAQ', description: 'Free.' }, 0);
 * // { id: '1', title: 'FAQ', url: 'https://a.example/faq', snippet: 'Free.' }
 */
export function readNamedSource(entry: unknown, index: number): Source | undefined {
  const own = isObject(entry) ? entry : { key: entry };
  // OpenRouter has the names one level down.
  const source = { ...readObject(own['source']), ...readObject(own['url_citation']), ...own };
  const item = readObject(source['item']);
  // The indexer's data about the document stand beside the text, under one of three names.
  const known = {
    ...readObject(source['attributes']),
    ...readObject(item['metadata']),
    ...readObject(source['metadata']),
    ...readObject(source['document_metadata']),
  };
  const key = pickString(source, 'key') || pickString(item, 'key') || pickString(known, 'source');
  const url = pickUrl(source) || pickUrl(known) || (WEB_URL.test(key) ? key : '');
  const title =
    pickString(source, 'title', 'name', 'filename', 'filepath', 'document_title', 'document_name') ||
    pickString(known, 'title') ||
    key;
  const snippet = pickString(
    source,
    'snippet',
    'text',
    'cited_text',
    'excerpt',
    'description',
    'pageContent',
  );
  const text = snippet || (readContent(source['content'] ?? readList(source['document'])[0]) ?? '');
  const id = pickString(source, 'id', 'sourceId', 'file_id');
  return readSource({ id, title, url, snippet: text }, index);
}

function pickUrl(object: JsonObject): string {
  return pickString(object, 'url', 'link', 'href', 'uri', 'source_url');
}
