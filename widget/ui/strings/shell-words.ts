/** The few words the shell itself needs, before the panel's code and its language are here. */
export interface ShellWords {
  readonly openChat: string;
  readonly closeChat: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly retry: string;
}

type Row = readonly [openChat: string, closeChat: string, loading: string, loadFailed: string, retry: string];

const ENGLISH: Row = [
  'Open chat',
  'Close chat',
  'Loading the chat…',
  'The chat could not be loaded.',
  'Try again',
];

const ROWS: Readonly<Record<string, Row>> = {
  ar: ['فتح الدردشة', 'إغلاق الدردشة', 'جارٍ تحميل الدردشة…', 'تعذّر تحميل الدردشة.', 'إعادة المحاولة'],
  de: [
    'Chat öffnen',
    'Chat schließen',
    'Chat wird geladen…',
    'Der Chat konnte nicht geladen werden.',
    'Erneut versuchen',
  ],
  es: ['Abrir chat', 'Cerrar chat', 'Cargando el chat…', 'No se pudo cargar el chat.', 'Reintentar'],
  fr: [
    'Ouvrir le chat',
    'Fermer le chat',
    'Chargement du chat…',
    'Le chat n’a pas pu être chargé.',
    'Réessayer',
  ],
  ja: [
    'チャットを開く',
    'チャットを閉じる',
    'チャットを読み込み中…',
    'チャットを読み込めませんでした。',
    '再試行',
  ],
};

/** The shell's words in a language (a BCP 47 tag); English when we do not speak it. */
export function shellWords(language: string): ShellWords {
  const [openChat, closeChat, loading, loadFailed, retry] = ROWS[language.split('-', 1)[0] ?? ''] ?? ENGLISH;
  return { openChat, closeChat, loading, loadFailed, retry };
}
