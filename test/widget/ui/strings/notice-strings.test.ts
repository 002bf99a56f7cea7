import { expect } from 'chai';
import { launcherLabel } from '../../../../widget/ui/strings/launcher-label.ts';
import { loadingStrings } from '../../../../widget/ui/strings/loading-strings.ts';
import { noticeStrings } from '../../../../widget/ui/strings/notice-strings.ts';

const LANGUAGES = 'ar cs da de en es fr he it ja ko nl pl pt ro ru sv tr uk zh zh-tw'.split(' ');

describe('the strings of notices', () => {
  for (const language of LANGUAGES) {
    it(`are there in ${language}, with every plural form of the language`, () => {
      const strings = noticeStrings(language);
      expect(strings.language).to.equal(language);
      expect(strings.dismiss).not.to.equal('');
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      // Some languages have a plural form for millions or fractions, which a small count never needs.
      const missing = pluralCategories.filter(
        (category) => !strings.newAnswers[category] && category !== 'many',
      );
      expect(missing).to.deep.equal([]);
    });
  }

  it('are English for a language that we do not have', () => {
    for (const wordsIn of [noticeStrings, launcherLabel, loadingStrings])
      expect(wordsIn('fi')).to.deep.equal(wordsIn('en'));
  });
});
