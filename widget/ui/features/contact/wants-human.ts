import { languageKey } from '../../words/language-key.ts';

/**
 * Words of visitors who want to talk to a human, in each language: parts of a sentence, apart by `|`. A `*` stands for any ending.
 * Chinese and Japanese have no spaces between words.
 */
const PHRASES: Readonly<Record<string, string>> = {
  ar: 'التحدث مع شخص|التحدث إلى شخص|أتحدث مع شخص|أتحدث إلى شخص|شخص حقيقي|مع موظف|إلى موظف|التواصل معكم|أتواصل معكم|خدمة العملاء|الدعم الفني|إنسان حقيقي',
  cs: 'živ* člověk*|skutečn* člověk*|mluvit s člověkem|s operátorem|kontaktovat|zákaznick* podpor*|zákaznick* servis*',
  da: 'tale med et menneske|rigtigt menneske|rigtig person|tale med en person|tale med nogen|kontakte jer|kundeservice|med en medarbejder',
  de: 'mit einem menschen|mit menschen sprechen|echte* mensch*|echte* person|mit jemandem sprechen|mit jemandem reden|mit einem mitarbeiter|mit einer mitarbeiterin|mit einem berater|kontaktieren|kontakt aufnehmen|kundenservice|kundendienst|ansprechpartner*',
  en: 'talk to a human|speak to a human|speak with a human|talk with a human|chat with a human|real human|human agent|human being|real person|actual person|live person|live agent|talk to someone|speak to someone|speak with someone|talk to a person|speak to a person|talk to an agent|speak to an agent|contact you|contact us|contact support|customer service|customer support|contact a human|a representative',
  es: 'hablar con una persona|hablar con un humano|hablar con alguien|persona real|humano real|agente humano|un agente|contactar*|atención al cliente|servicio al cliente|un operador|una operadora',
  fr: "parler à un humain|parler à une personne|parler à quelqu'un|parler avec quelqu'un|parler à un conseiller|vraie personne|un humain|un conseiller|vous contacter|service client|contacter le support",
  he: 'לדבר עם אדם|לדבר עם בן אדם|עם נציג|עם נציגה|נציג אנושי|נציג שירות|אדם אמיתי|ליצור קשר|שירות לקוחות|לדבר עם מישהו',
  it: 'parlare con una persona|parlare con un umano|parlare con qualcuno|parlare con un operatore|persona reale|persona vera|operatore umano|un operatore|contattar*|assistenza clienti|servizio clienti',
  ja: '人と話|人間と話|担当者|オペレーター|問い合わせ|問合せ|人に繋|人につな|有人対応|有人チャット|カスタマーサポート|スタッフと',
  ko: '사람과 이야기|사람과 대화|사람이랑|상담원|상담사|담당자|고객센터|고객 센터|문의하*|연락하*|직원과',
  nl: 'met een mens|echt mens|echte mens|echt persoon|echte persoon|met iemand praten|iemand spreken|met een medewerker|contact opnemen|klantenservice|contact met jullie|contact met u',
  pl: 'z człowiekiem|prawdziw* człowiek*|prawdziw* osob*|z konsultantem|konsultant*|skontaktować|kontakt z wami|z kimś porozmawiać|porozmawiać z kimś|obsług* klienta|z pracownikiem',
  pt: 'falar com uma pessoa|falar com um humano|falar com alguém|falar com um atendente|pessoa real|pessoa de verdade|atendente*|agente humano|entrar em contato|entrar em contacto|contatar|contactar|atendimento ao cliente|apoio ao cliente',
  ro: 'vorbesc cu o persoană|vorbi cu o persoană|vorbesc cu un om|vorbi cu un om|vorbesc cu cineva|vorbi cu cineva|persoană reală|om real|un operator|contacta*|serviciul clienți|relații cu clienții',
  ru: 'с человеком|живой человек|живым человеком|живого человека|реальн* человек*|с оператором|с менеджером|связаться с вами|связаться с поддержкой|служб* поддержки|поддержк* клиентов',
  sv: 'prata med en människa|riktig människa|riktig person|prata med någon|prata med en person|kontakta er|kontakta kundtjänst|kundtjänst|kundservice|med en medarbetare',
  tr: 'bir insanla|insanla konuş*|gerçek bir kişi*|gerçek kişi*|gerçek bir insan*|biriyle konuş*|biriyle görüş*|temsilci*|yetkili*|iletişime geç*|müşteri hizmetleri*|canlı destek*',
  uk: "з людиною|жив* людин*|реальн* людин*|справжн* людин*|з оператором|з менеджером|зв'язатися з вами|служб* підтримки|підтримк* клієнтів",
  zh: '人工客服|人工服务|转人工|真人|客服|联系你们|联系我们|联系方式|和人聊|跟人聊|转接',
  'zh-hant': '人工客服|人工服務|轉人工|真人|客服|聯絡你們|聯絡我們|聯繫你們|聯絡方式|和人聊|跟人聊|轉接|專人',
};

/** Whether a text asks for a human, in the words of a language (a BCP 47 tag) or in English. */
export function wantsHuman(text: string, language: string): boolean {
  const key = languageKey(language);
  return patternOf('en').test(plain(text)) || patternOf(key).test(plain(text));
}

const PATTERNS = new Map<string, RegExp>();

function patternOf(key: string): RegExp {
  const known = PATTERNS.get(key);
  if (known) return known;
  const phrases = PHRASES[key]?.split('|').map((phrase) => plain(phrase).replaceAll('*', '[\\p{L}\\p{N}]*'));
  // A pattern that matches nothing, for a language without phrases.
  const source = phrases?.join('|') ?? '(?!)';
  const isSpaced = !/^(?:ja|ko|zh)/.test(key);
  const pattern = new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : source, 'u');
  PATTERNS.set(key, pattern);
  return pattern;
}

/** Without accents, in lower case, with one kind of apostrophe and of space. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’ʼ`´]/g, "'")
    .replaceAll(/\s+/g, ' ');
}
