import { withoutUnspaced } from '../search-words.ts';

/** Letters from which on the beginning of a word stands for it: "config" for "configuration", not "open" for "OpenAI". */
const MIN_PREFIX = 5;
/** Letters of the first part of a word, and of the second, which may not be typed to its end. */
const MIN_HEAD = 3;
const MIN_TAIL = 2;
/** Letters of what is hardly the beginning of a longer word only: "cors", not "do". */
const MIN_WHOLE = 4;

/**
 * "didn't", the "'ve" of "I've", the "'s" of "page's", "good morning" and "free of charge": a small site has none of these words.
 * "How many" asks for a measure: a document says "five days".
 */
const FILLER =
  /\b[a-z]+n['’]t\b|['’](?:ve|re|ll|s)\b|\b(?:of charge|good morning|how (?:long|many|much|often))\b/g;

/** The words of a question in lower case, but for phrases that say nothing about its subject, and scripts without blanks. */
export function spacedWordsOf(question: string): readonly string[] {
  const text = withoutUnspaced(question.toLowerCase().replace(FILLER, ' '));
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether a word of a search finds every word that begins so. */
export function isBeginning({ length }: string): boolean {
  return length >= MIN_PREFIX;
}

/** Whether what is typed so far may be a whole word: it then counts twice, before words that begin so. Stemmed, "cors" begins "core". */
export function mayBeWhole({ length }: string): boolean {
  return length >= MIN_WHOLE;
}

/** Whether the last word of a search may be the beginning of one: nothing is typed behind it, not even a blank. */
export function endsInWord(text: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(text);
}

/**
 * The words that terms make with the words behind them: of "the app store" that is "appstore", of "log in" it is "login".
 *
 * @example
 * compoundsOf(['the', 'app', 'store'], ['app', 'store']); // Map { 'app' => ['appstore'] }
 */
export function compoundsOf(
  words: readonly string[],
  terms: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const compounds = new Map<string, readonly string[]>();
  for (const [index, next] of words.slice(1).entries()) {
    const word = words[index] ?? '';
    if (terms.includes(word)) compounds.set(word, [...(compounds.get(word) ?? []), word + next]);
  }
  return compounds;
}

/** The two parts that a word may have: of "timezone" these are "time" and "zone", and all others. */
export function partsOf(word: string): readonly (readonly [string, string])[] {
  const count = Math.max(0, word.length - MIN_HEAD - MIN_TAIL + 1);
  const ends = Array.from({ length: count }, (_, index) => index + MIN_HEAD);
  return ends.map((end) => [word.slice(0, end), word.slice(end)]);
}

/** Letters as they are spelt in Britain and in America, behind the third of a word: "four" is not "for". */
const SPELLINGS = [
  ['our', 'or'],
  ['ise', 'ize'],
  ['isi', 'izi'],
  ['isa', 'iza'],
  ['yse', 'yze'],
  ['logue', 'log'],
  ['ence', 'ense'],
] as const;

/**
 * An English word as it is spelt in Britain and in America, first as it is. What is no word is in hardly any document; a word of another
 * language may become another one, as "Anreise" and "Anreize".
 *
 * @example
 * spellingsOf('colours'); // ['colours', 'colors']
 */
export function spellingsOf(word: string): readonly string[] {
  const start = word.slice(0, 3);
  const end = word.slice(3);
  const others = SPELLINGS.flatMap(([british, american]) => [
    end.replace(british, american),
    end.replace(american, british),
  ]);
  return [...new Set([word, ...others.map((other) => start + other)])];
}
