/** The few words the shell itself needs, before the panel's code and its language are here. */
export interface ShellWords {
  readonly openChat: string;
  readonly closeChat: string;
  readonly loadFailed: string;
  readonly reload: string;
}

// The launcher's names only, one string a language: this table is part of every page load.
const LAUNCHER: Readonly<Record<string, string>> = {
  ar: 'فتح الدردشة|إغلاق الدردشة',
  de: 'Chat öffnen|Chat schließen',
  es: 'Abrir chat|Cerrar chat',
  fr: 'Ouvrir le chat|Fermer le chat',
  ja: 'チャットを開く|チャットを閉じる',
};

/** The language of the shell's words in a language (both BCP 47 tags): English where we do not speak it. */
export function shellWordsLanguage(language: string): string {
  return LAUNCHER[language.slice(0, 2)] ? language : 'en';
}

/** The shell's words in a language (a BCP 47 tag); English where we do not speak it. */
export function shellWords(language: string): ShellWords {
  const [openChat = 'Open chat', closeChat = 'Close chat'] = LAUNCHER[language.slice(0, 2)]?.split('|') ?? [];
  return { openChat, closeChat, loadFailed: 'The chat could not be loaded.', reload: 'Try again' };
}
