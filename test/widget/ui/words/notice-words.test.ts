import { expect } from 'chai';
import { launcherLabel } from '../../../../widget/ui/words/launcher-label.ts';
import { loadingWords } from '../../../../widget/ui/words/loading-words.ts';
import { noticeWords } from '../../../../widget/ui/words/notice-words.ts';

const LANGUAGES = 'ar cs da de en es fr he it ja ko nl pl pt ro ru sv tr uk zh zh-tw'.split(' ');

describe('the words of notices', () => {
  for (const language of LANGUAGES) {
    it(`are there in ${language}, with every plural of it`, () => {
      const words = noticeWords(language);
      expect(words.language).to.equal(language);
      expect(words.dismiss).not.to.equal('');
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      // Whole numbers have no form of their own for millions here.
      const missing = pluralCategories.filter(
        (category) => !words.newAnswers[category] && category !== 'many',
      );
      expect(missing).to.deep.equal([]);
    });
  }

  it('are English where we do not speak the language', () => {
    for (const wordsIn of [noticeWords, launcherLabel, loadingWords])
      expect(wordsIn('fi')).to.deep.equal(wordsIn('en'));
  });
});
