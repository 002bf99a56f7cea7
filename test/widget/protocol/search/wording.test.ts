import { expect } from 'chai';
import {
  compoundsOf,
  endsInWord,
  isBeginning,
  mayBeWhole,
  partsOf,
  spacedWordsOf,
  spellingsOf,
} from '../../../../widget/protocol/search/wording.ts';

describe('the words of a search', () => {
  it('are in lower case, without filler phrases and without text in scripts that have no blanks', () => {
    expect(spacedWordsOf("How long doesn't the Größe of 返品 take?")).to.deep.equal([
      'the',
      'größe',
      'of',
      'take',
    ]);
  });

  it('make one word with the next where they tell the subject', () => {
    const words = ['how', 'do', 'i', 'log', 'in', 'to', 'the', 'app', 'store'];
    expect([...compoundsOf(words, ['log', 'app', 'store'])]).to.deep.equal([
      ['log', ['login']],
      ['app', ['appstore']],
    ]);
    expect(compoundsOf(['app'], ['app']).size).to.equal(0);
  });

  it('may be two, the second of which is only begun', () => {
    expect(partsOf('timezo')).to.deep.equal([
      ['tim', 'ezo'],
      ['time', 'zo'],
    ]);
    expect(partsOf('zone')).to.deep.equal([]);
  });

  it('are typed to their end where anything follows', () => {
    for (const text of ['ref', 'größ', 'v2']) expect(endsInWord(text), text).to.equal(true);
    for (const text of ['ref ', 'refunds?', 'refunds.', '']) expect(endsInWord(text), text).to.equal(false);
  });

  it('stand for longer ones from five letters on, and for themselves from four', () => {
    expect(['open', 'confi'].map(isBeginning)).to.deep.equal([false, true]);
    expect(['app', 'cors'].map(mayBeWhole)).to.deep.equal([false, true]);
  });

  it('are spelt in Britain and in America', () => {
    expect(spellingsOf('colours')).to.deep.equal(['colours', 'colors']);
    expect(spellingsOf('four')).to.deep.equal(['four']);
  });
});
