import { languageKey } from '../../words/language-key.ts';

// Apart from the other words: few browsers refuse to store something.
const UNSTORED: Readonly<Record<string, string>> = {
  ar: 'تبقى هذه المحادثات حتى تغادر هذه الصفحة.',
  cs: 'Tyto chaty zůstanou, dokud neopustíte tuto stránku.',
  da: 'Disse chats bevares, indtil du forlader siden.',
  de: 'Diese Chats bleiben, bis Sie diese Seite verlassen.',
  en: 'These chats are kept until you leave this page.',
  es: 'Estos chats se conservan hasta que salga de esta página.',
  fr: 'Ces chats sont conservés jusqu’à ce que vous quittiez cette page.',
  he: 'הצ׳אטים האלה נשמרים עד שתעזבו את הדף.',
  it: 'Queste chat restano finché non lasci questa pagina.',
  ja: 'これらのチャットは、このページを離れるまで保持されます。',
  ko: '이 채팅은 페이지를 떠날 때까지만 보관됩니다.',
  nl: 'Deze chats blijven bewaard tot u deze pagina verlaat.',
  pl: 'Te czaty są dostępne, dopóki nie opuścisz tej strony.',
  pt: 'Estes chats ficam guardados até sair desta página.',
  ro: 'Aceste chaturi se păstrează până când părăsiți pagina.',
  ru: 'Эти чаты хранятся, пока вы не покинете страницу.',
  sv: 'De här chattarna finns kvar tills du lämnar sidan.',
  tr: 'Bu sohbetler, sayfadan ayrılana kadar saklanır.',
  uk: 'Ці чати зберігаються, доки ви не залишите сторінку.',
  zh: '这些聊天会保留到您离开此页面为止。',
  'zh-hant': '這些聊天會保留到您離開此頁面為止。',
};

/** Says, in a language (a BCP 47 tag) or else in English, that earlier conversations are not stored. */
export function unstoredWords(language: string): string {
  return UNSTORED[languageKey(language)] ?? UNSTORED['en'] ?? '';
}
