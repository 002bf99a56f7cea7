import { expect } from 'chai';
import {
  compoundsOf,
  endsInWord,
  findsLongerWords,
  mayBeComplete,
  partsOf,
  spacedWordsOf,
  spellingsOf,
} from '../../../../widget/protocol/search/wording.ts';

describe('the words of a search', () => {
  it('are lower-cased, without filler phrases and without text in scripts that have no blanks', () => {
    expect(spacedWordsOf("How long doesn't the Größe of 返品 take?")).to.deep.equal([
      'the',
      'größe',
      'of',
      'take',
    ]);
  });

  it('are joined with the next word where the compound is one word: "log in" is also "login"', () => {
    const words = ['how', 'do', 'i', 'log', 'in', 'to', 'the', 'app', 'store'];
    expect([...compoundsOf(words, ['log', 'app', 'store'])]).to.deep.equal([
      ['log', ['login']],
      ['app', ['appstore']],
    ]);
    expect(compoundsOf(['app'], ['app']).size).to.equal(0);
  });

  it('are also split in two, where the second part may be incomplete: "timezo" is "time zo"', () => {
    expect(partsOf('timezo')).to.deep.equal([
      ['tim', 'ezo'],
      ['time', 'zo'],
    ]);
    expect(partsOf('zone')).to.deep.equal([]);
  });

  it('count as fully typed when anything follows them', () => {
    for (const text of ['ref', 'größ', 'v2']) expect(endsInWord(text), text).to.equal(true);
    for (const text of ['ref ', 'refunds?', 'refunds.', '']) expect(endsInWord(text), text).to.equal(false);
  });

  it('match longer words from five letters on, and are complete words from four letters on', () => {
    expect(['open', 'confi'].map(findsLongerWords)).to.deep.equal([false, true]);
    expect(['app', 'cors'].map(mayBeComplete)).to.deep.equal([false, true]);
  });

  it('are searched in British and in American spelling', () => {
    expect(spellingsOf('colours')).to.deep.equal(['colours', 'colors']);
    expect(spellingsOf('four')).to.deep.equal(['four']);
  });
});
