import { expect } from 'chai';
import { ShardIndex } from '../../../../widget/transport/search/shard-index.ts';

/** Ten passages; the words of the first shard begin with a to l. */
const SHARDS = [
  ['', 'a-l.json'],
  ['m', 'm-z.json'],
] as const;
const FILES: Readonly<Record<string, unknown>> = {
  'a-l.json': [
    ['embed embedded embeds', 2, 180, 3, 95],
    ['installation', 5, 100],
    ['guide guides', 2, 50, 5, 60],
    ['lamp lamps', 1, 200, 3, 1100, 4, 4100],
  ],
  'm-z.json': [
    ['refund refunds', 1, 80, 6, 100],
    ['time times', 3, 100, 1, 100],
    ['zone', 3, 100],
    ['parcel', 6, 100],
    ['parcelpost', 7, 120],
    ['widget widgets', 5, 100],
    ['返品', 9, 100],
  ],
};

function rank(
  words: readonly string[],
  isUnfinished = false,
  {
    loaded = [],
    compounds = {},
  }: { loaded?: string[]; compounds?: Readonly<Record<string, readonly string[]>> } = {},
) {
  const index = new ShardIndex(10, SHARDS, (file) => {
    loaded.push(file);
    return Promise.resolve(FILES[file]);
  });
  return index.rank({ words, compounds: new Map(Object.entries(compounds)), isUnfinished });
}

/** The numbers of the found passages, the best first. */
async function passages(words: readonly string[], isOpen = false): Promise<readonly number[]> {
  const { scores } = await rank(words, isOpen);
  return [...scores].toSorted((a, b) => b[1] - a[1]).map(([passage]) => passage);
}

describe('a search in the static index', () => {
  it('finds a word in each of its forms, with the passage of the highest weight first', async () => {
    expect(await passages(['embed'])).to.deep.equal([2, 5]);
    expect(await passages(['embeds'])).to.deep.equal([2, 5]);
  });

  it('finds a word by its beginning while the visitor types', async () => {
    expect(await passages(['emb'], true)).to.deep.equal([2, 5]);
    expect(await passages(['emb'])).to.deep.equal([]);
    expect(await passages(['r'], true)).to.deep.equal([7, 1]);
  });

  it('finds a word by its stem when no text has the typed ending', async () => {
    expect(await passages(['refunding'])).to.deep.equal([7, 1]);
  });

  it('finds a similar word for a misspelt word', async () => {
    const { scores, corrected } = await rank(['enbed', 'guide']);
    expect(corrected).to.deep.equal(['embed', 'guide']);
    expect([...scores.keys()]).to.have.members([2, 5, 7]);
    expect((await rank(['instlation'])).corrected).to.deep.equal(['installation']);
    // A short word with two different letters is another word.
    expect((await rank(['enbad'])).corrected).to.equal(undefined);
  });

  it('counts words with the same beginning as one, so that the rarest of them does not win', async () => {
    // Counted separately, both would be equally rare, and the heavier one would come first.
    const { scores } = await rank(['parcel'], true);
    expect(scores.get(7)).to.be.lessThan(scores.get(6) ?? 0);
    expect((await rank(['pa'], true)).scores.get(7)).to.be.greaterThan(
      (await rank(['pa'], true)).scores.get(6) ?? 0,
    );
  });

  it('finds two words that are written as one, and one that is written as two', async () => {
    const compounds = { par: ['parcelpost'] };
    expect([...(await rank(['par', 'post'], false, { compounds })).scores.keys()]).to.deep.equal([7]);
    // "time" is in 3 and 4, "zone" in 3 alone.
    expect(await passages(['timezone'])).to.deep.equal([3]);
    expect(await passages(['timezo'], true)).to.deep.equal([3]);
  });

  it('puts passages with all words first', async () => {
    expect(await passages(['guide', 'embed'])).to.deep.equal([2, 5, 7]);
    expect((await rank(['guide', 'embed'])).complete).to.deep.equal(new Set([2]));
  });

  it('ranks a word in a heading higher, and the first word of a title highest', async () => {
    expect(await passages(['lamp'])).to.deep.equal([8, 1, 4]);
    // The rank does not rise where another word is missing.
    expect(await passages(['lamp', 'embed'])).to.deep.equal([2, 1, 5, 4, 8]);
  });

  it('finds pairs of characters in a script without blanks', async () => {
    expect(await passages(['返品'])).to.deep.equal([9]);
  });

  it('loads only the shards of its words, each once', async () => {
    const loaded: string[] = [];
    await rank(['refund', 'widget'], false, { loaded });
    expect(new Set(loaded)).to.deep.equal(new Set(['m-z.json']));
  });
});
