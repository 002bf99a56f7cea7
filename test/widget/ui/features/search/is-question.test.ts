import { expect } from 'chai';
import { isQuestion } from '../../../../../widget/ui/features/search/is-question.ts';
import { loadStrings } from '../../../../../widget/ui/strings/load-strings.ts';

describe('a text typed into the search', () => {
  for (const [language, texts] of Object.entries({
    en: ['returns?', 'how returns', 'return my order', 'where boots'],
    de: ['Wo Stiefel', 'Rückgabe einer Bestellung', 'Rückgabe?'],
    fr: ['comment retourner', 'où bottes'],
    ar: ['كيف الإرجاع', 'الإرجاع؟'],
    ja: ['返品はどうしますか', '返品？'],
    zh: ['怎么退货', '退货吗'],
    tr: ['iade nasıl'],
  }))
    it(`is recognised as a question in ${language}`, async () => {
      const strings = await loadStrings(language);
      for (const text of texts) expect(isQuestion(text, strings), text).to.equal(true);
    });

  it('is taken for a search where it has one or two words', async () => {
    for (const [language, text] of [
      ['en', 'gift card'],
      ['en', 'showroom'],
      ['de', 'Versand'],
      ['ja', '返品'],
      ['ru', 'возврат'],
    ] as const)
      expect(isQuestion(text, await loadStrings(language)), text).to.equal(false);
  });
});
