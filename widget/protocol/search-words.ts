/** Stretches of text in scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;

/**
 * Pairs of neighbouring characters from each stretch of a script without blanks; a single character stays alone. Unlike the
 * trigrams of SQLite's FTS5, pairs also find words of two characters, which most words in Chinese and many in Japanese are.
 *
 * @example
 * bigramsOf('返品は無料 today'); // ['返品', '品は', 'は無', '無料']
 */
export function bigramsOf(text: string): readonly string[] {
  return [...text.matchAll(UNSPACED)].flatMap(([stretch]) => {
    const characters = [...stretch];
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
}

/** The text with every stretch of a script without blanks replaced by a blank. */
export function withoutUnspaced(text: string): string {
  return text.replace(UNSPACED, ' ');
}

/** A text without accents, as it stands in the index: `Offnung` for `Öffnung`. */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** An English word without its grammatical ending: `messag` for "messages", "messaging" and "message". */
export function withoutEnding(word: string): string {
  return word.replace(/(?:ies|es|ed|ing|(?<!s)s|e|y|i)$/, '');
}

/**
 * The words of a text in order, in lower case and without accents; after them the pairs of scripts without blanks.
 *
 * @example
 * wordsOf('Größe: 5 cm'); // ['große', '5', 'cm']
 */
export function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const plain = withoutAccents(withoutUnspaced(lower));
  return [...(plain.match(/[\p{L}\p{N}]+/gu) ?? []), ...bigramsOf(lower)];
}
