import { languageKey } from './language-key.ts';
import type { PluralForms } from './words.ts';

/** The words of what stands at the closed launcher. */
export interface NoticeWords {
  /** Answers that nobody has read yet. With `{count}`. */
  readonly newAnswers: PluralForms;
  /** Takes the bubble beside the launcher away. */
  readonly dismiss: string;
}

// Apart from the other words: whoever sees a notice may never open the chat.
const WORDS: Readonly<Record<string, NoticeWords>> = {
  ar: {
    newAnswers: {
      zero: 'لا إجابات جديدة',
      one: 'إجابة جديدة واحدة',
      two: 'إجابتان جديدتان',
      few: '{count} إجابات جديدة',
      many: '{count} إجابة جديدة',
      other: '{count} إجابة جديدة',
    },
    dismiss: 'إخفاء',
  },
  cs: {
    newAnswers: {
      one: '{count} nová odpověď',
      few: '{count} nové odpovědi',
      other: '{count} nových odpovědí',
    },
    dismiss: 'Skrýt',
  },
  da: { newAnswers: { one: '{count} nyt svar', other: '{count} nye svar' }, dismiss: 'Skjul' },
  de: { newAnswers: { one: '{count} neue Antwort', other: '{count} neue Antworten' }, dismiss: 'Ausblenden' },
  en: { newAnswers: { one: '{count} new answer', other: '{count} new answers' }, dismiss: 'Dismiss' },
  es: {
    newAnswers: { one: '{count} respuesta nueva', other: '{count} respuestas nuevas' },
    dismiss: 'Ocultar',
  },
  fr: {
    newAnswers: { one: '{count} nouvelle réponse', other: '{count} nouvelles réponses' },
    dismiss: 'Masquer',
  },
  he: {
    newAnswers: { one: 'תשובה חדשה אחת', two: 'שתי תשובות חדשות', other: '{count} תשובות חדשות' },
    dismiss: 'הסתרה',
  },
  it: { newAnswers: { one: '{count} nuova risposta', other: '{count} nuove risposte' }, dismiss: 'Nascondi' },
  ja: { newAnswers: { other: '新しい回答 {count} 件' }, dismiss: '閉じる' },
  ko: { newAnswers: { other: '새 답변 {count}개' }, dismiss: '숨기기' },
  nl: {
    newAnswers: { one: '{count} nieuw antwoord', other: '{count} nieuwe antwoorden' },
    dismiss: 'Verbergen',
  },
  pl: {
    newAnswers: {
      one: '{count} nowa odpowiedź',
      few: '{count} nowe odpowiedzi',
      many: '{count} nowych odpowiedzi',
      other: '{count} nowej odpowiedzi',
    },
    dismiss: 'Ukryj',
  },
  pt: { newAnswers: { one: '{count} nova resposta', other: '{count} novas respostas' }, dismiss: 'Ocultar' },
  ro: {
    newAnswers: {
      one: '{count} răspuns nou',
      few: '{count} răspunsuri noi',
      other: '{count} de răspunsuri noi',
    },
    dismiss: 'Ascunde',
  },
  ru: {
    newAnswers: {
      one: '{count} новый ответ',
      few: '{count} новых ответа',
      many: '{count} новых ответов',
      other: '{count} нового ответа',
    },
    dismiss: 'Скрыть',
  },
  sv: { newAnswers: { one: '{count} nytt svar', other: '{count} nya svar' }, dismiss: 'Dölj' },
  tr: { newAnswers: { one: '{count} yeni yanıt', other: '{count} yeni yanıt' }, dismiss: 'Gizle' },
  uk: {
    newAnswers: {
      one: '{count} нова відповідь',
      few: '{count} нові відповіді',
      many: '{count} нових відповідей',
      other: '{count} нової відповіді',
    },
    dismiss: 'Сховати',
  },
  zh: { newAnswers: { other: '{count} 条新回答' }, dismiss: '隐藏' },
  'zh-hant': { newAnswers: { other: '{count} 則新回答' }, dismiss: '隱藏' },
};

/** The words in a language (a BCP 47 tag), and the language that they are in: English where we do not speak it. */
export function noticeWords(language: string): NoticeWords & { readonly language: string } {
  const words = WORDS[languageKey(language)];
  if (words) return { ...words, language };
  return { ...(WORDS['en'] as NoticeWords), language: 'en' };
}
