import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSmallTalk, languageOf, isFollowUpQuestion } from '../../../worker/knowledge/languages.ts';

describe('languageOf', () => {
  const questions: readonly [string, string | undefined][] = [
    ['How do I embed the widget?', 'en'],
    ['Wie bette ich das Widget ein?', 'de'],
    ["Comment installer l'extension ?", 'fr'],
    ['¿Cómo lo instalo en mi sitio?', 'es'],
    ['Come si installa il widget?', 'it'],
    ['Como instalo o widget no meu site?', 'pt'],
    ['Как установить виджет?', 'ru'],
    ['كيف أثبت الأداة؟', 'ar'],
    ['WhatsAppをQRコードでつなぐには？', 'ja'],
    ['退款政策是什么', 'zh'],
    ['배송은 얼마나 걸리나요?', 'ko'],
    ['วิธีติดตั้ง', 'th'],
    ['Squarespace', undefined],
    ['???', undefined],
  ];
  for (const [question, language] of questions)
    it(`is ${language} for ${question}`, () => assert.equal(languageOf(question), language));
});

describe('isFollowUpQuestion', () => {
  const leaning = [
    'And for Germany?',
    'How much is it?',
    'what about typing on a phone',
    'Can I use my own number for that?',
    'Und was kostet der Versand nach Österreich?',
    'Wie lange kann ich damit arbeiten?',
    'Et pour la Belgique, comment ça marche ?',
    '¿Cuánto tarda eso en llegar?',
    'E per la Francia quanto costa?',
    'Quanto tempo isso demora para chegar?',
    'それはいくらですか',
    'そして送料はいくらになりますか',
    '它多少钱',
    'А сколько стоит доставка в Германию?',
    'وكم يكلف الشحن إلى ألمانيا؟',
    'price?',
  ];
  for (const question of leaning)
    it(`is true for ${question}`, () => assert.ok(isFollowUpQuestion(question)));

  const alone = [
    'How much does shipping to Germany cost?',
    'Is it possible to export the chat as PDF?',
    'Gibt es eine App für Android?',
    'Liefern Sie nach Norwegen und in die Schweiz?',
    'Comment installer le widget sur mon site ?',
    'ドイツへの送料はいくらですか',
    '退款政策是什么',
    'Как установить виджет на мой сайт?',
  ];
  for (const question of alone)
    it(`is false for ${question}`, () => assert.ok(!isFollowUpQuestion(question)));
});

describe('isSmallTalk', () => {
  it('recognises greetings and thanks, and no question', () => {
    for (const message of ['Hi!', 'OK, thank you!', 'Vielen Dank', 'ありがとう', 'Привет'])
      assert.ok(isSmallTalk(message), message);
    for (const message of ['Hi, what does it cost?', '???', 'embed'])
      assert.ok(!isSmallTalk(message), message);
  });
});
