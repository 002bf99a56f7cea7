import type { PageServer } from './serve-on-this-page.ts';

const PAGES = [
  {
    title: 'Embed the widget',
    url: '/docs/embed',
    text: 'To embed the widget, paste one line into the page.',
  },
  {
    title: 'Settings on the script tag',
    url: '/docs/embed#settings-on-the-script-tag',
    text: 'With data- in front.',
  },
  { title: 'Theming', url: '/docs/theming', text: 'An accent and an avatar are enough for a brand.' },
  { title: 'Search', url: '/docs/search', text: 'A box that searches your site while one types.' },
  {
    title: 'Answers from your own documents',
    url: '/docs/knowledge',
    text: 'Index a folder, or a site where it is.',
  },
  { title: 'Frequently asked questions', url: '/docs/faq', text: 'What does it cost? The software is free.' },
];

/**
 * A search that runs in the page, for a preview. It finds the pages that have all words of the query; each may be only the
 * beginning of a word.
 */
export class RecordedSearch implements PageServer {
  /** Where the search asks. */
  readonly endpoint = '/recorded/search';

  serves(url: URL): boolean {
    return url.origin === location.origin && url.pathname === this.endpoint;
  }

  async fetch(url: URL): Promise<Response> {
    const words = wordsOf(url.searchParams.get('q') ?? '');
    const found = PAGES.filter(({ title, text }) => {
      const all = wordsOf(`${title} ${text}`);
      return words.every((word) => all.some((each) => each.startsWith(word)));
    });
    return Response.json(found);
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
