import { StaticSource } from '../../widget/transport/search/static-source.ts';
import type { SearchResults } from '../../widget/protocol/search-results.ts';
import { startPageServer } from './page-server.ts';

/** A folder of static shards on a web server. */
export interface StaticIndex {
  /** Searches like a page that has loaded no file yet. Resolves with the results and the requested files. */
  find(
    query: string,
    page?: string,
  ): Promise<{ readonly found: SearchResults; readonly files: readonly string[] }>;
  close(): Promise<void>;
}

/** Serves the files of an index, given by name, and searches them with the widget's code. */
export async function serveStaticIndex(files: ReadonlyMap<string, string>): Promise<StaticIndex> {
  const asked: string[] = [];
  const server = await startPageServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    asked.push(name);
    const text = files.get(name);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text);
  });
  return {
    async find(text, page = '') {
      asked.length = 0;
      const query = { text, page, headers: {}, credentials: 'omit', approve: () => true } as const;
      const found = await new StaticSource(server.url.href).find(query, new AbortController().signal);
      return { found: found ?? { results: [] }, files: [...asked] };
    },
    close: () => server.close(),
  };
}
