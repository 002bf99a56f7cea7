import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPages } from '../../../worker/knowledge/find-pages.ts';
import { databaseOf } from '../../../worker/tools/ask/memory-database.ts';
import { toPassages, type PassageRow } from '../../../worker/tools/knowledge/indexing/passage.ts';

/** Sections by their headings; the empty heading is the beginning of the page. */
function pageOf(
  path: string,
  title: string,
  sections: Readonly<Record<string, string>>,
): readonly PassageRow[] {
  const all = Object.entries(sections).map(([heading, text]) => ({
    heading: heading || title,
    anchor: heading.toLowerCase(),
    blocks: [text],
  }));
  return toPassages(title, all, { id: path, url: `/${path}` });
}

const DATABASE = databaseOf([
  ...pageOf('help/returns', 'Guide: returning', {
    '': 'A parcel can be sent back.',
    Refunds: 'Refunds are made to **your card** within `14` days.',
    Deadline: 'A parcel may be under way for thirty days.',
    Label: 'The label for a parcel is in the box.',
    Customs: 'A parcel from abroad needs a form.',
  }),
  ...pageOf('help/shipping', 'Shipping', { Costs: 'A parcel costs five euros. The deadline is noon.' }),
  ...pageOf('installation', 'Installation', {
    '': 'Install the widget. See [the docs](https://shop.example/very/long).',
  }),
  ...pageOf('port', 'Ports', { '': 'The port of the server. Our portfolio is elsewhere.' }),
  ...pageOf('portfolio', 'Portfolio', { '': 'What we have made.' }),
  ...pageOf('north', 'North', { '': 'Opening at nine.' }),
  ...pageOf('south', 'South', { '': 'Opening at nine.' }),
  ...pageOf('core', 'Core of the core', { '': 'The core.' }),
  ...pageOf('cors', 'Headers', { '': 'What CORS needs of a server, in a long text about the core of it.' }),
  ...pageOf('zones', 'Clocks', { '': 'The time zone of the AppStore has a lifecycle.' }),
  ...pageOf('candles', 'Candles', { '': 'Lantern by lantern: paper and wax for a lantern.' }),
  ...pageOf('lantern', 'Lanterns', {
    '': `Of glass, or of paper. ${'They are made in our shop. '.repeat(9)}`,
  }),
  ...pageOf('jp', '返品', { '': '返品は無料です。' }),
]);

const find = async (query: string, options: { readonly limit?: number; readonly page?: string } = {}) =>
  (await findPages(DATABASE, { query, limit: 8, baseUrl: 'https://shop.example/', ...options })) ??
  assert.fail('no index');
const urlsOf = async (query: string, page?: string) =>
  (await find(query, page === undefined ? {} : { page })).results.map(({ url }) => new URL(url).pathname);

describe('findPages', () => {
  it('returns for a page its title, its place, its best sections and the found words', async () => {
    const { results } = await find('refunds');
    assert.deepEqual(results, [
      {
        title: 'Guide: returning',
        url: 'https://shop.example/help/returns',
        breadcrumb: ['Help'],
        snippet: { text: 'Refunds are made to your card within 14 days.', ranges: [[0, 7]] },
        headings: [{ title: 'Refunds', url: 'https://shop.example/help/returns#refunds' }],
      },
    ]);
  });

  it('shows both of two headings that share an anchor', async () => {
    const anchored = ['Sizes', 'Weights'].map((heading) => ({
      heading,
      anchor: 'a',
      blocks: ['Of a crate.'],
    }));
    const database = databaseOf(toPassages('Crates', anchored, { id: 'crates', url: '/crates' }));
    const found = await findPages(database, { query: 'crate', limit: 8, baseUrl: 'https://shop.example/' });
    assert.deepEqual(
      found?.results.flatMap(({ headings }) => headings.map(({ title, url }) => `${title} ${url}`)),
      ['Sizes https://shop.example/crates#a', 'Weights https://shop.example/crates#a'],
    );
  });

  it('shows at most three sections of a page, each with its own snippet except the first', async () => {
    const page = (await find('parcel')).results.find(({ url }) => url.endsWith('/returns'));
    const headings = page?.headings ?? [];
    assert.equal(headings.length, 3);
    assert.equal(new Set(headings.map(({ url }) => url)).size, 3);
    assert.ok(headings.slice(1).every(({ snippet }) => snippet?.ranges.length === 1));
  });

  it('finds words by the beginning of the last word, and only whole words once a blank follows', async () => {
    assert.deepEqual(await urlsOf('ref'), ['/help/returns']);
    assert.deepEqual(await urlsOf('ref '), []);
    assert.deepEqual(await urlsOf('r'), ['/help/returns']);
    for (const typed of ['instal', 'installat', 'installation'])
      assert.deepEqual(await urlsOf(typed), ['/installation'], typed);
  });

  it('ranks a whole word before words that only begin with it', async () => {
    assert.deepEqual(await urlsOf('port'), ['/port', '/portfolio']);
    assert.deepEqual(await urlsOf('cors'), ['/cors', '/core']);
  });

  it('ranks a page whose title begins with the search before pages that only mention it', async () => {
    for (const query of ['lan', 'lantern', 'lanterns '])
      assert.deepEqual(await urlsOf(query), ['/lantern', '/candles'], query);
  });

  it('finds one word by its two parts, and two words by their compound', async () => {
    for (const query of ['app store?', 'The app store', 'app sto'])
      assert.deepEqual((await urlsOf(query))[0], '/zones', query);
    for (const query of ['timezone', 'timezo']) assert.deepEqual(await urlsOf(query), ['/zones'], query);
    assert.deepEqual((await find('timezone')).results[0]?.snippet.ranges, [
      [4, 8],
      [9, 13],
    ]);
  });

  it('finds a word by a beginning that looks like a whole word with another stem', async () => {
    assert.deepEqual(await urlsOf('lifecy'), ['/zones']);
  });

  it('searches only for a whole word where punctuation follows it', async () => {
    assert.deepEqual(await urlsOf('ref?'), []);
  });

  it('ranks pages with all words before those with some', async () => {
    assert.deepEqual(await urlsOf('parcel deadline'), ['/help/returns', '/help/shipping']);
    assert.deepEqual(await urlsOf('costs deadline label'), ['/help/shipping', '/help/returns']);
  });

  it('says what it searched instead of a misspelt word, but not for a word that is only begun', async () => {
    const { results, corrected } = await find('refnuds card');
    assert.equal(results[0]?.url, 'https://shop.example/help/returns');
    assert.equal(corrected, 'refunds card');
    assert.equal((await find('installat')).corrected, undefined);
  });

  it('ranks the page that the visitor is on first among equals', async () => {
    for (const page of ['/north', '/south'])
      assert.equal((await urlsOf('opening', `https://www.shop.example${page}?a#b`))[0], page);
  });

  it('finds text in scripts without blanks, and marks it', async () => {
    const [page] = (await find('返品は')).results;
    assert.deepEqual(page?.snippet, { text: '返品は無料です。', ranges: [[0, 3]] });
  });

  it("searches for signs of SQLite's query language as words", async () => {
    for (const query of ['"parcel', 'parcel*', 'title:parcel', 'NEAR(parcel)', '-parcel', "parcel'); --"])
      assert.ok((await urlsOf(query)).includes('/help/shipping'), query);
    assert.deepEqual(await urlsOf('"*'), []);
  });

  it('never returns more pages than requested', async () => {
    assert.equal((await find('p', { limit: 2 })).results.length, 2);
  });

  it('returns null where nothing was indexed, or where an older version has indexed', async () => {
    for (const fault of ['no such table: passage', 'no such column: p.heading']) {
      const database = { prepare: () => ({ bind: () => ({ all: () => Promise.reject(new Error(fault)) }) }) };
      assert.equal(
        await findPages(database, { query: 'a', limit: 1, baseUrl: 'https://shop.example/' }),
        null,
      );
    }
  });
});
