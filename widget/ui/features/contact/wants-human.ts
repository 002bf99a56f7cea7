import { words as english } from '../../words/en.ts';
import type { Words } from '../../words/words.ts';

/** The words of a language, as far as they tell who wants a human. */
type HumanWords = Pick<Words, 'humanPhrases' | 'locale'>;

/** Whether a text asks for a human, in the phrases of a language or in English. */
export function wantsHuman(text: string, words: HumanWords): boolean {
  return patternOf(english).test(plain(text)) || patternOf(words).test(plain(text));
}

/** By the phrases that they look for. */
const PATTERNS = new WeakMap<readonly string[], RegExp>();

function patternOf({ humanPhrases, locale }: HumanWords): RegExp {
  const known = PATTERNS.get(humanPhrases);
  if (known) return known;
  const source = humanPhrases.map((phrase) => plain(phrase).replaceAll('*', '[\\p{L}\\p{N}]*')).join('|');
  // Chinese and Japanese have no spaces between words; in Korean an ending follows.
  const isSpaced = !/^(?:ja|ko|zh)/.test(locale);
  const pattern = new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])` : source, 'u');
  PATTERNS.set(humanPhrases, pattern);
  return pattern;
}

/** Without accents, in lower case, with one kind of apostrophe and of space. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’ʼ`´]/g, "'")
    .replaceAll(/\s+/g, ' ');
}
