import type { IncomingMessage } from 'node:http';
import type { FoundPage, SearchResults } from '../../widget/protocol/search-results.ts';
import { chat, type LoopbackSite, type Route, SHARED } from './loopback-site.ts';
import { STREAMED_ANSWER } from './streamed-answer.ts';

/** A page of the searched site, with its sections. */
interface Document {
  readonly title: string;
  readonly url: string;
  readonly breadcrumb: readonly string[];
  readonly sections: readonly { readonly title: string; readonly anchor: string; readonly text: string }[];
}

const DOCUMENTS: readonly Document[] = [
  {
    title: 'Returns and refunds',
    url: '/returns',
    breadcrumb: ['Help', 'Orders'],
    sections: [
      {
        title: 'How to return an order',
        anchor: 'how',
        text: 'Print the label, close the box, and bring it to a shop. You have 30 days to return an order.',
      },
      {
        title: 'When the money is back',
        anchor: 'when',
        text: 'We refund the price within five days after the return has reached us.',
      },
      {
        title: 'What cannot be returned',
        anchor: 'not',
        text: 'Opened food and cut fabric are not taken back.',
      },
    ],
  },
  {
    title: 'Delivery',
    url: '/delivery',
    breadcrumb: ['Help', 'Orders'],
    sections: [
      {
        title: 'Countries',
        anchor: 'countries',
        text: 'We deliver to all of Europe. A return from outside of it costs postage.',
      },
      { title: 'Delivery times', anchor: 'times', text: 'Two days in town, four in the country.' },
    ],
  },
  {
    title: 'Gift cards',
    url: '/gift-cards',
    breadcrumb: ['Help'],
    sections: [
      { title: 'How long they are valid', anchor: 'valid', text: 'A gift card is valid for three years.' },
    ],
  },
];

/** The search of a site, controlled by a test. */
export interface SearchBackend {
  /** The texts that were searched for, in order. */
  readonly texts: string[];
  /** Holds back the response to a text until the promise resolves. */
  hold(text: string, until: Promise<unknown>): void;
  /** Sets the response to every search from now on; undefined restores the real one. */
  answer: Route | undefined;
}

/** Adds the routes of our Worker for a chat and a search to a site, with a real index of three pages. */
export function addSearch(site: LoopbackSite): SearchBackend {
  const held = new Map<string, Promise<unknown>>();
  const backend: SearchBackend = {
    texts: [],
    hold: (text, until) => void held.set(text, until),
    answer: undefined,
  };
  site.route('/api/search', async (request, response) => {
    const text = queryOf(request).get('q') ?? '';
    backend.texts.push(text);
    if (backend.answer) return backend.answer(request, response);
    await held.get(text);
    response.writeHead(200, { ...SHARED, 'content-type': 'application/json' });
    response.end(JSON.stringify(findPages(text)));
  });
  site.route(
    '/api/chat',
    chat((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(STREAMED_ANSWER);
    }),
  );
  return backend;
}

function queryOf({ url = '/' }: IncomingMessage): URLSearchParams {
  return new URL(url, 'http://site').searchParams;
}

/** The pages in which each word of the text is the beginning of some word. */
export function findPages(text: string): SearchResults {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const has = (content: string): boolean => words.every((word) => rangesOf(content, [word]).length > 0);
  const results = DOCUMENTS.flatMap(({ title, url, breadcrumb, sections }): FoundPage[] => {
    const found = sections.filter((section) => has(`${title} ${section.title} ${section.text}`));
    const [best] = found;
    if (!best) return [];
    const snippetOf = (content: string) => ({ text: content, ranges: rangesOf(content, words) });
    return [
      {
        title,
        url,
        breadcrumb,
        snippet: snippetOf(best.text),
        headings: found.map((section, index) => ({
          title: section.title,
          url: `${url}#${section.anchor}`,
          ...(index > 0 && { snippet: snippetOf(section.text) }),
        })),
      },
    ];
  });
  return { results };
}

function rangesOf(content: string, words: readonly string[]): (readonly [number, number])[] {
  return [...content.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) =>
    words.some((each) => word.toLowerCase().startsWith(each)) ? [[index, index + word.length] as const] : [],
  );
}
