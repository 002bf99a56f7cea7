/** The few words the shell itself needs, before the panel's code and its language are here. */
export interface ShellWords {
  readonly openChat: string;
  readonly closeChat: string;
  readonly loadFailed: string;
  readonly reload: string;
}

// One string a language, as this table is part of every page load. The words for a panel that does not come are here as
// well: when one file does not come, another with words would not either.
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'فتح الدردشة|إغلاق الدردشة|تعذّر تحميل الدردشة.|إعادة المحاولة',
  de: 'Chat öffnen|Chat schließen|Der Chat lädt nicht.|Noch einmal',
  en: 'Open chat|Close chat|The chat does not load.|Try again',
  es: 'Abrir chat|Cerrar chat|El chat no se carga.|Reintentar',
  fr: 'Ouvrir le chat|Fermer le chat|Le chat ne se charge pas.|Réessayer',
  ja: 'チャットを開く|チャットを閉じる|チャットを読み込めません。|再試行',
};

/** The language of the shell's words in a language (both BCP 47 tags): English where we do not speak it. */
export function shellWordsLanguage(language: string): string {
  return LANGUAGES[language.slice(0, 2)] ? language : 'en';
}

/** The shell's words in a language (a BCP 47 tag); English where we do not speak it. */
export function shellWords(language: string): ShellWords {
  const words = LANGUAGES[language.slice(0, 2)] ?? LANGUAGES['en'];
  const [openChat = '', closeChat = '', loadFailed = '', reload = ''] = words?.split('|') ?? [];
  return { openChat, closeChat, loadFailed, reload };
}
