/** The words of what stands around code, tables and tasks. They come with it, not with the panel. */
export interface AdornmentWords {
  /** On the button beside a code block. */
  readonly copy: string;
  /** The same for assistive technology; the language of the code follows. */
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** Names a code block that scrolls. */
  readonly code: string;
  /** Names a table that scrolls; its columns follow. */
  readonly table: string;
  readonly taskDone: string;
  readonly taskOpen: string;
}

const en: AdornmentWords = {
  copy: 'Copy',
  copyCode: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Not copied: please select the text',
  code: 'Code',
  table: 'Table',
  taskDone: 'Done',
  taskOpen: 'To do',
};

const WORDS: Readonly<Record<string, AdornmentWords>> = {
  en,
  ar: {
    copy: 'نسخ',
    copyCode: 'نسخ الشيفرة',
    copied: 'تم النسخ',
    copyFailed: 'لم يتم النسخ: يرجى تحديد النص',
    code: 'شيفرة',
    table: 'جدول',
    taskDone: 'منجزة',
    taskOpen: 'غير منجزة',
  },
  de: {
    copy: 'Kopieren',
    copyCode: 'Code kopieren',
    copied: 'Kopiert',
    copyFailed: 'Nicht kopiert: bitte den Text markieren',
    code: 'Code',
    table: 'Tabelle',
    taskDone: 'Erledigt',
    taskOpen: 'Offen',
  },
  es: {
    copy: 'Copiar',
    copyCode: 'Copiar el código',
    copied: 'Copiado',
    copyFailed: 'No se copió: seleccione el texto',
    code: 'Código',
    table: 'Tabla',
    taskDone: 'Hecha',
    taskOpen: 'Pendiente',
  },
  fr: {
    copy: 'Copier',
    copyCode: 'Copier le code',
    copied: 'Copié',
    copyFailed: 'Non copié : veuillez sélectionner le texte',
    code: 'Code',
    table: 'Tableau',
    taskDone: 'Terminée',
    taskOpen: 'À faire',
  },
  ja: {
    copy: 'コピー',
    copyCode: 'コードをコピー',
    copied: 'コピーしました',
    copyFailed: 'コピーできません。テキストを選択してください',
    code: 'コード',
    table: '表',
    taskDone: '完了',
    taskOpen: '未完了',
  },
};

/** The words in a language (a BCP 47 tag); English where we do not speak it. */
export function adornmentWords(language: string): AdornmentWords {
  return WORDS[language.split('-', 1)[0] ?? ''] ?? en;
}
