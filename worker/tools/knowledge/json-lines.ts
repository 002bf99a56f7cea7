import { readFileSync } from 'node:fs';
import { readObject, readString } from '../../../widget/protocol/json.ts';
import { chunkMarkdown } from './indexing/chunk-markdown.ts';
import { readFragment } from './pages/read-html.ts';
import type { LeftOut, WebPage } from './pages/web-page.ts';
import type { Crawl } from './web/crawl.ts';

/**
 * Reads a file of pages, one `{"url", "title", "markdown" or "html", "lang"?}` on each line. A line that is no such page is left
 * out and reported.
 */
export function readJsonLines(path: string): Crawl {
  const pages: WebPage[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      pages.push(readPage(line));
    } catch (error) {
      leftOut.push({
        url: `${path}:${index + 1}`,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return { pages, leftOut };
}

function readPage(line: string): WebPage {
  const { url: address, title: name, markdown, html, lang } = readObject(JSON.parse(line));
  const url = readString(address) ?? '';
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new Error('"url" is no address with https:');
  const title = readString(name) ?? '';
  const head = { url, canonical: url, language: readString(lang) ?? '' };
  const source = readString(html);
  if (source !== undefined) {
    const sections = readFragment(source, url, title || url);
    if (typeof sections === 'string') throw new Error(sections);
    return { ...head, title: title || url, sections };
  }
  const text = readString(markdown);
  if (text === undefined) throw new Error('neither "markdown" nor "html"');
  const page = chunkMarkdown(text, { id: title || url, url });
  return { ...head, title: title || page.title, sections: page.sections };
}
