import { expect } from 'chai';
import { launcherLabel } from '../../../../widget/ui/words/launcher-label.ts';
import { loadingStrings } from '../../../../widget/ui/words/loading-strings.ts';
import { noticeStrings } from '../../../../widget/ui/words/notice-strings.ts';

const LANGUAGES = 'ar cs da de en es fr he it ja ko nl pl pt ro ru sv tr uk zh zh-tw'.split(' ');

describe('the words of notices', () => {
  for (const language of LANGUAGES) {
    it(`are there in ${language}, with every plural of it`, () => {
      const strings = noticeStrings(language);
      expect(strings.language).to.equal(language);
      expect(strings.dismiss).not.to.equal('');
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      // Whole numbers have no form of their own for millions here.
      const missing = pluralCategories.filter(
        (category) => !strings.newAnswers[category] && category !== 'many',
      );
      expect(missing).to.deep.equal([]);
    });
  }

  it('are English where we do not speak the language', () => {
    for (const wordsIn of [noticeStrings, launcherLabel, loadingStrings])
      expect(wordsIn('fi')).to.deep.equal(wordsIn('en'));
  });
});
