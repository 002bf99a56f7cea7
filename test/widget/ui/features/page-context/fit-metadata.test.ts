import { expect } from 'chai';
import { MAX_METADATA_BYTES } from '../../../../../widget/protocol/limits.ts';
import { type Fact, fitMetadata } from '../../../../../widget/ui/features/page-context/fit-metadata.ts';

const fact = (text: string, others: Partial<Fact> = {}): Fact => ({
  name: 'selection',
  text,
  isCuttable: true,
  ...others,
});
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

describe('metadata of 2 KB at most', () => {
  for (const [name, word] of Object.entries({
    'words of one byte a letter': 'word ',
    'words of two bytes a letter': 'größte ',
    'quotation marks, which JSON escapes': '"a" ',
    'Japanese, without spaces': '配送には三日かかります。',
    emoji: '👩‍👩‍👧 ',
  }))
    it(`holds as many whole words of a selection as fit: ${name}`, () => {
      const text = word.repeat(3_000).trim();
      const metadata = fitMetadata({ plan: 'pro' }, [fact(text)]);
      const selection = String(metadata['selection']);
      expect(bytesOf(metadata)).to.be.within(MAX_METADATA_BYTES - 40, MAX_METADATA_BYTES);
      expect(selection.endsWith('…')).to.equal(true);
      const kept = selection.slice(0, -1);
      expect(text.startsWith(kept)).to.equal(true);
      expect(`${text} `.slice(kept.length)).to.match(/^(?:\s|\p{Script=Han}|\p{Script=Hiragana})/u);
    });

  it('holds a text that fits unchanged', () => {
    const text = 'x'.repeat(MAX_METADATA_BYTES - bytesOf({ selection: '' }));
    expect(fitMetadata({}, [fact(text)])).to.deep.equal({ selection: text });
  });

  it('leaves out a word that is too long', () => {
    expect(fitMetadata({}, [fact('x'.repeat(3_000))])).to.deep.equal({});
  });

  it('leaves out an address that is too long', () => {
    const url = fact('/a b'.repeat(1_000), { name: 'url', isCuttable: false });
    expect(fitMetadata({}, [url, fact('words')])).to.deep.equal({ selection: 'words' });
  });

  it('fills in the first facts first, and each up to its own limit', () => {
    const title = fact('one two three', { name: 'title', maxBytes: 10 });
    const metadata = fitMetadata({}, [title, fact('word '.repeat(1_000))]);
    expect(metadata['title']).to.equal('one two…');
    expect(bytesOf(metadata)).to.be.at.most(MAX_METADATA_BYTES);
  });

  it("adds nothing where the owner's metadata has used all of it", () => {
    const own = { notes: 'x'.repeat(MAX_METADATA_BYTES) };
    expect(fitMetadata(own, [fact('words')])).to.deep.equal(own);
  });

  it('leaves out an empty text', () => {
    expect(fitMetadata({}, [fact('')])).to.deep.equal({});
  });
});
