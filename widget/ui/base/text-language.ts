/** Characters of a text that are looked at. */
const SAMPLE_SIZE = 300;

/** A script, and the language of a text in it. */
interface Script {
  readonly letters: RegExp;
  /** Letters without which it is not this script. */
  readonly mark?: RegExp;
  /** Codes (ISO 15924) of the scripts of languages that use these letters. */
  readonly usedBy: readonly string[];
  /** The language meant where the interface uses another script; empty where these letters do not tell. */
  readonly language: string;
}

const BEYOND_LATIN = /[^\0-\u024F]/;

const SCRIPTS: readonly Script[] = [
  {
    letters: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu,
    mark: /[\p{sc=Hira}\p{sc=Kana}]/u,
    usedBy: ['Jpan'],
    language: 'ja',
  },
  { letters: /\p{sc=Han}/gu, usedBy: ['Hans', 'Hant', 'Jpan'], language: 'zh' },
  { letters: /\p{sc=Hang}/gu, usedBy: ['Kore'], language: 'ko' },
  { letters: /\p{sc=Hebr}/gu, usedBy: ['Hebr'], language: 'he' },
  { letters: /\p{sc=Thai}/gu, usedBy: ['Thai'], language: 'th' },
  { letters: /\p{sc=Grek}/gu, usedBy: ['Grek'], language: 'el' },
  { letters: /\p{sc=Arab}/gu, usedBy: ['Arab'], language: '' },
  { letters: /\p{sc=Cyrl}/gu, usedBy: ['Cyrl'], language: '' },
  { letters: /\p{sc=Deva}/gu, usedBy: ['Deva'], language: '' },
];

/**
 * The language of a message as far as its letters tell, for `lang`: that of the interface where most letters are of its
 * script, `ja` for kana on an English page, and empty, which says "unknown" in HTML, where nothing follows. Nothing
 * follows from Latin letters: an English answer on a German page must not be read out in German.
 *
 * @param interfaceLanguage BCP 47 tag
 */
export function textLanguage(text: string, interfaceLanguage: string): string {
  const sample = text.slice(0, SAMPLE_SIZE);
  // An answer that streams asks at every token.
  if (!BEYOND_LATIN.test(sample)) return '';
  const total = countLetters(sample, /\p{L}/gu);
  const script = SCRIPTS.find(
    ({ letters, mark = letters }) => sample.search(mark) >= 0 && countLetters(sample, letters) * 2 > total,
  );
  if (!script) return '';
  return script.usedBy.includes(scriptOf(interfaceLanguage)) ? interfaceLanguage : script.language;
}

function countLetters(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

function scriptOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().script ?? '';
  } catch (error) {
    // Pages write all kinds of things into `lang`.
    if (error instanceof RangeError) return '';
    throw error;
  }
}
