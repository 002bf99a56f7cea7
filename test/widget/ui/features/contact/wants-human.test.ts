import { expect } from 'chai';
import { wantsHuman } from '../../../../../widget/ui/features/contact/wants-human.ts';
import { loadStrings } from '../../../../../widget/ui/strings/load-strings.ts';

/** A question that asks for a human, in each language. */
const WISHES: Readonly<Record<string, string>> = {
  ar: 'أريد التحدث مع شخص حقيقي',
  cs: 'Chci mluvit s člověkem!',
  da: 'Kan jeg tale med et menneske?',
  de: 'Ich möchte mit einem Menschen sprechen.',
  en: 'Can I TALK to a  human, please?',
  es: 'Quiero hablar con una persona',
  fr: 'Je veux parler à quelqu’un',
  he: 'אני רוצה לדבר עם נציג',
  it: 'Vorrei parlare con un operatore',
  ja: '担当者と話したいです',
  ko: '상담원과 연결해 주세요',
  nl: 'Ik wil met iemand praten',
  pl: 'Chcę rozmawiać z człowiekiem',
  pt: 'Quero falar com um atendente',
  ro: 'Vreau să vorbesc cu o persoană reală',
  ru: 'Соедините меня с оператором',
  sv: 'Kan jag få prata med en människa?',
  tr: 'Bir insanla görüşmek istiyorum',
  uk: 'Я хочу поговорити з людиною',
  zh: '我要转人工',
  'zh-hant': '我想找真人客服',
};

async function isWish(text: string, language: string): Promise<boolean> {
  return wantsHuman(text, await loadStrings(language));
}

describe('wantsHuman', () => {
  for (const [language, wish] of Object.entries(WISHES)) {
    it(`hears a wish in ${language}`, async () => expect(await isWish(wish, language)).to.equal(true));
  }

  it('recognises English in an interface of any language, also of one that we do not have', async () => {
    expect(await isWish('I want a real person', 'ja')).to.equal(true);
    expect(await isWish('customer service', 'fi')).to.equal(true);
    expect(await isWish('Hyvää päivää', 'fi')).to.equal(false);
  });

  it('recognises regional languages, missing accents and any apostrophe', async () => {
    expect(await isWish("je voudrais PARLER A QUELQU'UN", 'fr-ca')).to.equal(true);
    expect(await isWish('我想找專人', 'zh-tw')).to.equal(true);
  });

  for (const [language, question] of [
    ['en', 'How do I return my boots?'],
    ['en', 'Are humans taller than before?'],
    ['en', 'Is a contactless card accepted?'],
    ['de', 'Wie viele Menschen arbeiten bei euch?'],
    ['zh', '什么是人工智能？'],
    ['ja', '共有人数を教えてください'],
    ['ru', 'Какой мобильный оператор лучше?'],
  ] as const) {
    it(`hears none in "${question}"`, async () => expect(await isWish(question, language)).to.equal(false));
  }
});
