import { strings as english } from '../../strings/en.ts';
import type { Strings } from '../../strings/strings.ts';

/** The strings of a language that are needed to detect such a question. */
type HumanStrings = Pick<Strings, 'humanPhrases' | 'locale'>;

/** Whether a text asks for a human, using the phrases of a language or of English. */
export function wantsHuman(text: string, strings: HumanStrings): boolean {
  return patternOf(english).test(plain(text)) || patternOf(strings).test(plain(text));
}

/** Cache of patterns by their list of phrases. */
const PATTERNS = new WeakMap<readonly string[], RegExp>();

function patternOf({ humanPhrases, locale }: HumanStrings): RegExp {
  const known = PATTERNS.get(humanPhrases);
  if (known) return known;
  const source = humanPhrases.map((phrase) => plain(phrase).replaceAll('*', '[\\p{L}\\p{N}]*')).join('|');
  // No word borders: Chinese and Japanese have no spaces between words, and in Korean an ending follows the word.
  const isSpaced = !/^(?:ja|ko|zh)/.test(locale);
  const pattern = new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : source, 'u');
  PATTERNS.set(humanPhrases, pattern);
  return pattern;
}

/** The text for comparison: without accents, in lower case, with one kind of apostrophe and space. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’ʼ`´]/g, "'")
    .replaceAll(/\s+/g, ' ');
}
