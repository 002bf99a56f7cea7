import { words as english } from './en.ts';
import { languageKey } from './language-key.ts';
import type { LanguageWords } from './words.ts';

// Each language is a chunk of its own, loaded only where it is spoken.
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly words: LanguageWords }>>> = {
  ar: () => import('./ar.ts'),
  cs: () => import('./cs.ts'),
  da: () => import('./da.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  pt: () => import('./pt.ts'),
  ro: () => import('./ro.ts'),
  ru: () => import('./ru.ts'),
  sv: () => import('./sv.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  zh: () => import('./zh.ts'),
  'zh-hant': () => import('./zh-hant.ts'),
};

/** The words of a language (a BCP 47 tag); English when we do not speak it or its chunk cannot be loaded. */
export async function loadWords(language: string): Promise<LanguageWords> {
  const load = LANGUAGES[languageKey(language)];
  try {
    return load ? (await load()).words : english;
  } catch (error) {
    // oxlint-disable-next-line no-console -- a chat in English is better than none, but its developer should know
    console.error(`<cf-ai-chat>: the words for "${language}" could not be loaded.`, error);
    return english;
  }
}
