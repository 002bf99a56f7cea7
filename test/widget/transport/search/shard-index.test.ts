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
  isOpen = false,
  {
    loaded = [],
    compounds = {},
  }: { loaded?: string[]; compounds?: Readonly<Record<string, readonly string[]>> } = {},
) {
  const index = new ShardIndex(10, SHARDS, (file) => {
    loaded.push(file);
    return Promise.resolve(FILES[file]);
  });
  return index.rank({ words, compounds: new Map(Object.entries(compounds)), isOpen });
}

/** The passages, the best first. */
async function passages(words: readonly string[], isOpen = false): Promise<readonly number[]> {
  const { scores } = await rank(words, isOpen);
  return [...scores].toSorted((a, b) => b[1] - a[1]).map(([passage]) => passage);
}

describe('the words of a static index', () => {
  it('are found in each of their forms, where they weigh most first', async () => {
    expect(await passages(['embed'])).to.deep.equal([2, 5]);
    expect(await passages(['embeds'])).to.deep.equal([2, 5]);
  });

  it('are found by their beginnings while one types', async () => {
    expect(await passages(['emb'], true)).to.deep.equal([2, 5]);
    expect(await passages(['emb'])).to.deep.equal([]);
    expect(await passages(['r'], true)).to.deep.equal([7, 1]);
  });

  it('are found without an ending that no text has', async () => {
    expect(await passages(['refunding'])).to.deep.equal([7, 1]);
  });

  it('are taken for another word where they are misspelt', async () => {
    const { scores, corrected } = await rank(['enbed', 'guide']);
    expect(corrected).to.deep.equal(['embed', 'guide']);
    expect([...scores.keys()]).to.have.members([2, 5, 7]);
    expect((await rank(['instlation'])).corrected).to.deep.equal(['installation']);
    // Two letters of a short word are another word.
    expect((await rank(['enbad'])).corrected).to.equal(undefined);
  });

  it('that begin alike are one word: the rarest does not come first', async () => {
    // As words of their own, each would be as rare as the other, and the heavier one first.
    const { scores } = await rank(['parcel'], true);
    expect(scores.get(7)).to.be.lessThan(scores.get(6) ?? 0);
    expect((await rank(['pa'], true)).scores.get(7)).to.be.greaterThan(
      (await rank(['pa'], true)).scores.get(6) ?? 0,
    );
  });

  it('are found where two of them are written as one, and one as two', async () => {
    const compounds = { par: ['parcelpost'] };
    expect([...(await rank(['par', 'post'], false, { compounds })).scores.keys()]).to.deep.equal([7]);
    // "time" is in 3 and 4, "zone" in 3 alone.
    expect(await passages(['timezone'])).to.deep.equal([3]);
    expect(await passages(['timezo'], true)).to.deep.equal([3]);
  });

  it('come first where all of them are', async () => {
    expect(await passages(['guide', 'embed'])).to.deep.equal([2, 5, 7]);
    expect((await rank(['guide', 'embed'])).complete).to.deep.equal(new Set([2]));
  });

  it('weigh more in a heading, and more still as the first of a title', async () => {
    expect(await passages(['lamp'])).to.deep.equal([8, 1, 4]);
    // Not where another word is missing.
    expect(await passages(['lamp', 'embed'])).to.deep.equal([2, 1, 5, 4, 8]);
  });

  it('are pairs of characters where a script has no blanks', async () => {
    expect(await passages(['返品'])).to.deep.equal([9]);
  });

  it('load their own shards, each once', async () => {
    const loaded: string[] = [];
    await rank(['refund', 'widget'], false, { loaded });
    expect(new Set(loaded)).to.deep.equal(new Set(['m-z.json']));
  });
});
