import { expect } from 'chai';
import { ChatError } from '../../../../../widget/protocol/chat-error.ts';
import type { SearchResults } from '../../../../../widget/protocol/search-results.ts';
import { Finder } from '../../../../../widget/ui/features/search/finder.ts';

/** A search whose answers the test sends, and whose pauses end at once. */
class Index {
  readonly asked: string[] = [];
  readonly #answers = new Map<string, (results: SearchResults | Error) => void>();
  readonly #shown: string[] = [];
  readonly finder = new Finder(
    (text) => {
      this.asked.push(text);
      return new Promise((resolve, reject) => {
        this.#answers.set(text, (results) => (results instanceof Error ? reject(results) : resolve(results)));
      });
    },
    () => this.#note(),
    {
      after: (_pause, callback) => {
        callback();
        return () => undefined;
      },
    },
  );

  /** The titles of the results that were drawn, in order. */
  get shown(): readonly string[] {
    return this.#shown;
  }

  async answer(text: string, results: SearchResults | Error = resultsFor(text)): Promise<void> {
    this.#answers.get(text)?.(results);
    await new Promise(requestAnimationFrame);
  }

  #note(): void {
    const { finding } = this.finder;
    if (finding.status === 'found') this.#shown.push(finding.results.results[0]?.title ?? '');
  }
}

function resultsFor(title: string): SearchResults {
  return { results: [{ title, url: '/', breadcrumb: [], snippet: { text: '', ranges: [] }, headings: [] }] };
}

describe('a search while the visitor types', () => {
  it('drops the result for an earlier text that arrives after the result for a later text', async () => {
    const index = new Index();
    index.finder.search('re');
    index.finder.search('ret');
    await index.answer('ret');
    await index.answer('re');
    expect(index.shown).to.deep.equal(['ret']);
  });

  it('drops the result for an earlier text that arrives before the result for a later text', async () => {
    const index = new Index();
    index.finder.search('re');
    index.finder.search('ret');
    await index.answer('re');
    expect(index.shown).to.deep.equal([]);
    await index.answer('ret');
    expect(index.shown).to.deep.equal(['ret']);
  });

  it('shows earlier results again without a new request', async () => {
    const index = new Index();
    index.finder.search('re');
    await index.answer('re');
    index.finder.search('ret');
    await index.answer('ret');
    index.finder.search('re');
    expect(index.shown).to.deep.equal(['re', 'ret', 're']);
    expect(index.asked).to.deep.equal(['re', 'ret']);
  });

  it('reports a failure, and tries again', async () => {
    const index = new Index();
    index.finder.search('re');
    await index.answer('re', new ChatError('rate-limited', 'got status 429'));
    const { finding } = index.finder;
    expect(finding.status === 'failed' && finding.error.code).to.equal('rate-limited');
    index.finder.retry();
    await index.answer('re');
    expect(index.shown).to.deep.equal(['re']);
  });

  it('drops a result that arrives after the search was closed, and has it when the search is opened again', async () => {
    const index = new Index();
    index.finder.search('re');
    index.finder.stop();
    await index.answer('re');
    expect(index.shown).to.deep.equal([]);
    index.finder.search('re');
    expect(index.shown).to.deep.equal(['re']);
  });
});
