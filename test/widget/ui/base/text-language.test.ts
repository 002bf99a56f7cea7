import { expect } from 'chai';
import { textLanguage } from '../../../../widget/ui/base/text-language.ts';

const CASES: readonly (readonly [text: string, interfaceLanguage: string, language: string])[] = [
  ['You can return boots.', 'en', ''],
  ['You can return boots.', 'de', ''],
  ['You can return boots.', 'ar', ''],
  ['42 · 3,5 %', 'ja', ''],
  ['', 'ja', ''],
  ['靴を返品できます。', 'ja-jp', 'ja-jp'],
  ['靴を返品できます。', 'en', 'ja'],
  ['未使用', 'ja', 'ja'],
  ['未使用的鞋子可以退货。', 'zh-hant', 'zh-hant'],
  ['未使用的鞋子可以退货。', 'en', 'zh'],
  ['신발을 반품할 수 있습니다.', 'en', 'ko'],
  ['يمكنك إرجاع الحذاء.', 'ar', 'ar'],
  ['می‌توانید کفش را پس بدهید.', 'fa', 'fa'],
  ['يمكنك إرجاع الحذاء.', 'en', ''],
  ['Можно вернуть ботинки.', 'uk', 'uk'],
  ['Можно вернуть ботинки.', 'en', ''],
  ['אפשר להחזיר את הנעליים.', 'en', 'he'],
  ['The word 靴 means boots, and no more than that.', 'ja', ''],
  ['靴', 'not a tag', 'zh'],
];

describe('the language of a text', () => {
  for (const [text, interfaceLanguage, language] of CASES) {
    it(`of "${text}" is "${language}" in an interface in ${interfaceLanguage}`, () => {
      expect(textLanguage(text, interfaceLanguage)).to.equal(language);
    });
  }
});
