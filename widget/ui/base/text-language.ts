/** Characters of a text that are examined. */
const SAMPLE_SIZE = 300;

/** A group of letters, and the language of text written in them. */
interface Script {
  readonly letters: RegExp;
  /** Letters of which a text must contain at least one, such as kana for Japanese. */
  readonly mark?: RegExp;
  /** Codes (ISO 15924) of the scripts of languages that use these letters. */
  readonly usedBy: readonly string[];
  /** The language to use where the interface's own script is another one; empty where these letters do not decide it. */
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
 * The language of a message as far as its letters show it, for `lang`. The interface's language, if most letters belong to its
 * script; `ja` for kana on an English page; empty, which means "unknown" in HTML, where the letters do not decide. Latin
 * letters never decide: an English answer on a German page must not be read out in German.
 *
 * @param interfaceLanguage BCP 47 tag
 */
export function textLanguage(text: string, interfaceLanguage: string): string {
  const sample = text.slice(0, SAMPLE_SIZE);
  // Fast exit, because this runs at every token of a streaming answer.
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
    // Pages write any text into `lang`; `Intl.Locale` throws for invalid tags.
    if (error instanceof RangeError) return '';
    throw error;
  }
}
