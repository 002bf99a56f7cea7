import type { Source } from '../chat-message.ts';
import { isObject, pickString, readObject } from '../json.ts';
import { MAX_SOURCE_CHARACTERS } from '../limits.ts';

/**
 * Reads one document as our Worker and stored messages have it, cut to a length that can be shown; undefined when it has neither
 * title, address nor text. Under the names of others: `vendor-sources.ts`.
 *
 * @example
 * readSource({ id: 'a', title: 'FAQ', url: 'https://a.example/faq' }, 0);
 * // { id: 'a', title: 'FAQ', url: 'https://a.example/faq', snippet: '' }
 */
export function readSource(entry: unknown, index: number): Source | undefined {
  const source = readObject(entry);
  const url = pickString(source, 'url');
  const title = pickString(source, 'title') || url;
  const snippet = pickString(source, 'snippet');
  if (!title && !snippet) return undefined;
  return {
    id: cut(pickString(source, 'id') || String(index + 1)),
    title: cut(title),
    url: url.length > MAX_SOURCE_CHARACTERS ? '' : url,
    snippet: cut(snippet),
  };
}

/** Whether a document is written as our Worker writes it. */
export function isOwnSource(entry: unknown): boolean {
  return isObject(entry) && ['id', 'title', 'url', 'snippet'].every((key) => typeof entry[key] === 'string');
}

function cut(text: string): string {
  return text.slice(0, MAX_SOURCE_CHARACTERS);
}
