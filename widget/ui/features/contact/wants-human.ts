import { strings as english } from '../../words/en.ts';
import type { Strings } from '../../words/strings.ts';

/** The words of a language, as far as they tell who wants a human. */
type HumanStrings = Pick<Strings, 'humanPhrases' | 'locale'>;

/** Whether a text asks for a human, in the phrases of a language or in English. */
export function wantsHuman(text: string, strings: HumanStrings): boolean {
  return patternOf(english).test(plain(text)) || patternOf(strings).test(plain(text));
}

/** By the phrases that they look for. */
const PATTERNS = new WeakMap<readonly string[], RegExp>();

function patternOf({ humanPhrases, locale }: HumanStrings): RegExp {
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
