/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;

/**
 * The pairs of neighbours in every stretch of a script without blanks, and a lone character as it is. Unlike
 * FTS5's trigrams they find the words of two characters that most of Chinese and much of Japanese is made of.
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

/** The text with every such stretch blanked out. */
export function withoutUnspaced(text: string): string {
  return text.replace(UNSPACED, ' ');
}

/** A text as the index has it: `Offnung` for `Öffnung`. */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** An English word without its last syllable of grammar: `messag` for "messages", "messaging" and "message". */
export function withoutEnding(word: string): string {
  return word.replace(/(?:ies|es|ed|ing|(?<!s)s|e|y|i)$/, '');
}

/**
 * The words of a text, lower case and without accents, in their order; behind them the pairs of scripts without blanks.
 *
 * @example
 * wordsOf('Größe: 5 cm'); // ['große', '5', 'cm']
 */
export function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const plain = withoutAccents(withoutUnspaced(lower));
  return [...(plain.match(/[\p{L}\p{N}]+/gu) ?? []), ...bigramsOf(lower)];
}
