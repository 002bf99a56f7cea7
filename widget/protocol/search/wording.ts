import { withoutUnspaced } from '../search-words.ts';

/** Letters that a word needs to match longer words too: "config" finds "configuration", but "open" does not find "OpenAI". */
const MIN_PREFIX = 5;
/** Letters of a compound's first part and of its second part; the second may not be fully typed. */
const MIN_HEAD = 3;
const MIN_TAIL = 2;
/** Letters typed so far that may be a complete word: "cors", but not "do". */
const MIN_WHOLE = 4;

/**
 * Phrases of a question without meaning for a search: "didn't", the "'ve" of "I've", the "'s" of "page's", "good morning",
 * "free of charge". Documents of a small site have none of them. Also "how many": the answer says "five days".
 */
const FILLER =
  /\b[a-z]+n['’]t\b|['’](?:ve|re|ll|s)\b|\b(?:of charge|good morning|how (?:long|many|much|often))\b/g;

/** The words of a question in lower case, without {@link FILLER} phrases and without scripts that use no blanks. */
export function spacedWordsOf(question: string): readonly string[] {
  const text = withoutUnspaced(question.toLowerCase().replace(FILLER, ' '));
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether a word also finds longer words that begin with it. */
export function findsLongerWords({ length }: string): boolean {
  return length >= MIN_PREFIX;
}

/**
 * Whether the text typed so far may be a complete word. Matches of the complete word then count twice, so that "cors" ranks
 * before "core", which has the same stem.
 */
export function mayBeComplete({ length }: string): boolean {
  return length >= MIN_WHOLE;
}

/** Whether the visitor may still be typing the last word: no blank follows it. */
export function endsInWord(text: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(text);
}

/**
 * Compounds of a word of the question and the word after it: "appstore" for "the app store", "login" for "log in".
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

/** All ways to divide a word into two: "timezone" into "time" and "zone", and at every other letter. */
export function partsOf(word: string): readonly (readonly [string, string])[] {
  const count = Math.max(0, word.length - MIN_HEAD - MIN_TAIL + 1);
  const ends = Array.from({ length: count }, (_, index) => index + MIN_HEAD);
  return ends.map((end) => [word.slice(0, end), word.slice(end)]);
}

/** Letters that differ in British and American spelling. Only after a word's third letter: "four" is not "for". */
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
 * An English word in its British and American spelling; the given spelling comes first. Wrong spellings do no harm, as hardly
 * any document has them. A word of another language may become another word: "Anreise" gives "Anreize".
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
