import { languageKey } from './language-key.ts';

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
  cs: 'Otevřít chat|Zavřít chat|Chat se nenačetl.|Zkusit znovu',
  da: 'Åbn chat|Luk chat|Chatten kunne ikke indlæses.|Prøv igen',
  de: 'Chat öffnen|Chat schließen|Der Chat lädt nicht.|Noch einmal',
  en: 'Open chat|Close chat|The chat does not load.|Try again',
  es: 'Abrir chat|Cerrar chat|El chat no se carga.|Reintentar',
  fr: 'Ouvrir le chat|Fermer le chat|Le chat ne se charge pas.|Réessayer',
  he: 'פתיחת הצ׳אט|סגירת הצ׳אט|הצ׳אט לא נטען.|ניסיון נוסף',
  it: 'Apri la chat|Chiudi la chat|La chat non si carica.|Riprova',
  ja: 'チャットを開く|チャットを閉じる|チャットを読み込めません。|再試行',
  ko: '채팅 열기|채팅 닫기|채팅을 불러올 수 없습니다.|다시 시도',
  nl: 'Chat openen|Chat sluiten|De chat laadt niet.|Opnieuw',
  pl: 'Otwórz czat|Zamknij czat|Czat się nie ładuje.|Ponów',
  pt: 'Abrir chat|Fechar chat|O chat não carrega.|Tentar de novo',
  ro: 'Deschide chatul|Închide chatul|Chatul nu se încarcă.|Reîncearcă',
  ru: 'Открыть чат|Закрыть чат|Чат не загружается.|Повторить',
  sv: 'Öppna chatten|Stäng chatten|Chatten laddas inte.|Försök igen',
  tr: 'Sohbeti aç|Sohbeti kapat|Sohbet yüklenemedi.|Tekrar dene',
  uk: 'Відкрити чат|Закрити чат|Чат не завантажується.|Повторити',
  zh: '打开聊天|关闭聊天|聊天无法加载。|重试',
  'zh-hant': '開啟聊天|關閉聊天|聊天無法載入。|重試',
};

/** The language of the shell's words in a language (both BCP 47 tags): English where we do not speak it. */
export function shellWordsLanguage(language: string): string {
  return LANGUAGES[languageKey(language)] ? language : 'en';
}

/** The shell's words in a language (a BCP 47 tag); English where we do not speak it. */
export function shellWords(language: string): ShellWords {
  const words = LANGUAGES[languageKey(language)] ?? LANGUAGES['en'];
  const [openChat = '', closeChat = '', loadFailed = '', reload = ''] = words?.split('|') ?? [];
  return { openChat, closeChat, loadFailed, reload };
}
