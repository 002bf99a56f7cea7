import { expect } from 'chai';
import { readMarks } from '../../../../widget/protocol/search/read-marks.ts';
import { readResults } from '../../../../widget/protocol/search/read-results.ts';

const marked = ({
  text,
  ranges,
}: {
  text: string;
  ranges: readonly (readonly [number, number])[];
}): string[] => ranges.map(([start, end]) => text.slice(start, end));

describe('the highlighted excerpt of a search engine', () => {
  it('becomes text with the ranges of its marks', () => {
    const { text, ranges } = readMarks(
      'How to <mark>return</mark> a <em class="hit">boot</em> &amp; a &#x27;sock&#39;',
    );
    expect(text).to.equal("How to return a boot & a 'sock'");
    expect(marked({ text, ranges })).to.deep.equal(['return', 'boot']);
  });

  it('becomes text without tags, whatever it contains', () => {
    const { text } = readMarks(
      '<p>One</p><img src=x onerror="alert(1)">two<script>three</script>a < b &lt;b&gt;',
    );
    expect(text).to.equal('One two three a < b <b>');
  });

  it('ignores a mark that is never closed, and reads nested marks as one', () => {
    expect(marked(readMarks('a <mark>b'))).to.deep.equal([]);
    expect(marked(readMarks('a <mark>b <b>c</b></mark> d'))).to.deep.equal(['b c']);
  });
});

describe('the response of a search', () => {
  it('is read as our Worker sends it', () => {
    const found = {
      results: [
        {
          title: 'Returns',
          url: '/returns',
          breadcrumb: ['Help'],
          snippet: { text: '30 days to return', ranges: [[11, 17]] },
          headings: [{ title: 'How', url: '/returns#how' }],
        },
      ],
      corrected: 'return',
    };
    expect(readResults(found)).to.deep.equal(found);
  });

  it('is read from a plain list', () => {
    const { results } = readResults([
      { title: 'Returns', url: '/returns', text: '30 days' },
      { title: 'Without an address', text: 'nowhere' },
      'noise',
      null,
    ]);
    expect(results).to.deep.equal([
      {
        title: 'Returns',
        url: '/returns',
        breadcrumb: [],
        snippet: { text: '30 days', ranges: [] },
        headings: [],
      },
    ]);
  });

  it("is read from Algolia's hits, and sections are grouped under their page", () => {
    const hit = (anchor: string, lvl2: string | null, value: string) => ({
      url: `https://docs.example/guide${anchor}`,
      hierarchy: { lvl0: 'Guide', lvl1: 'Getting started', lvl2 },
      content: 'plain',
      _snippetResult: { content: { value, matchLevel: 'full' } },
    });
    const { results } = readResults({
      hits: [
        hit('#install', 'Install', 'first <span class="x"><em>install</em></span> it'),
        hit('#run', 'Run', 'after the <mark>install</mark>'),
      ],
      nbHits: 2,
    });
    expect(results).to.have.length(1);
    const [page] = results;
    expect(page?.title).to.equal('Getting started');
    expect(page?.url).to.equal('https://docs.example/guide');
    expect(page && marked(page.snippet)).to.deep.equal(['install']);
    expect(page?.headings.map(({ title, url }) => [title, url])).to.deep.equal([
      ['Install', 'https://docs.example/guide#install'],
      ['Run', 'https://docs.example/guide#run'],
    ]);
  });

  it('is read from hits of Meilisearch and Typesense', () => {
    const meilisearch = {
      hits: [
        {
          id: 1,
          title: 'Boots',
          url: '/boots',
          content: 'Warm boots',
          _formatted: { content: 'Warm <em>boots</em>' },
        },
      ],
      estimatedTotalHits: 1,
    };
    const typesense = {
      found: 1,
      hits: [
        {
          document: { title: 'Boots', url: '/boots', content: 'Warm boots' },
          highlights: [{ field: 'content', snippet: 'Warm <mark>boots</mark>' }],
        },
      ],
    };
    for (const answer of [meilisearch, typesense]) {
      const [page] = readResults(answer).results;
      expect(page?.title).to.equal('Boots');
      expect(page?.snippet).to.deep.equal({ text: 'Warm boots', ranges: [[5, 10]] });
    }
  });

  it('has, for a long text, an excerpt around the found words', () => {
    const text = `${'Nothing of it here. '.repeat(40)}Then <em>boots</em> come.${' And more.'.repeat(40)}`;
    const [page] = readResults([{ title: 'Boots', url: '/boots', text }]).results;
    expect(page && marked(page.snippet)).to.deep.equal(['boots']);
    expect(page?.snippet.text.length).to.be.below(260);
    expect(page?.snippet.text).to.match(/^… .* …$/);
  });

  it('is read as empty for any other value', () => {
    for (const answer of [null, 7, 'x', {}, { results: 'x' }, [[]]])
      expect(readResults(answer).results).to.deep.equal([]);
  });
});
