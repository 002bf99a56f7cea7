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
    it(`holds as much of a selection as fits, in whole words: ${name}`, () => {
      const text = word.repeat(3_000).trim();
      const metadata = fitMetadata({ plan: 'pro' }, [fact(text)]);
      const selection = String(metadata['selection']);
      expect(bytesOf(metadata)).to.be.within(MAX_METADATA_BYTES - 40, MAX_METADATA_BYTES);
      expect(selection.endsWith('…')).to.equal(true);
      const kept = selection.slice(0, -1);
      expect(text.startsWith(kept)).to.equal(true);
      expect(`${text} `.slice(kept.length)).to.match(/^(?:\s|\p{Script=Han}|\p{Script=Hiragana})/u);
    });

  it('holds a text that fits as it is', () => {
    const text = 'x'.repeat(MAX_METADATA_BYTES - bytesOf({ selection: '' }));
    expect(fitMetadata({}, [fact(text)])).to.deep.equal({ selection: text });
  });

  it('has no part of a word that is too long', () => {
    expect(fitMetadata({}, [fact('x'.repeat(3_000))])).to.deep.equal({});
  });

  it('has no part of an address that is too long', () => {
    const url = fact('/a b'.repeat(1_000), { name: 'url', isCuttable: false });
    expect(fitMetadata({}, [url, fact('words')])).to.deep.equal({ selection: 'words' });
  });

  it('gives the first facts their room, and a fact no more than its own', () => {
    const title = fact('one two three', { name: 'title', maxBytes: 10 });
    const metadata = fitMetadata({}, [title, fact('word '.repeat(1_000))]);
    expect(metadata['title']).to.equal('one two…');
    expect(bytesOf(metadata)).to.be.at.most(MAX_METADATA_BYTES);
  });

  it('does not grow where the owner has used all of it', () => {
    const own = { notes: 'x'.repeat(MAX_METADATA_BYTES) };
    expect(fitMetadata(own, [fact('words')])).to.deep.equal(own);
  });

  it('leaves out an empty text', () => {
    expect(fitMetadata({}, [fact('')])).to.deep.equal({});
  });
});
