import { words as en } from './service/en.ts';
import type { ServiceWords } from './service-words.ts';

const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly words: ServiceWords }>>> = {
  ar: () => import('./service/ar.ts'),
  de: () => import('./service/de.ts'),
  es: () => import('./service/es.ts'),
  fr: () => import('./service/fr.ts'),
  ja: () => import('./service/ja.ts'),
};

/** The service's words in a language (a BCP 47 tag); English when we do not speak it or its chunk cannot be loaded. */
export async function loadServiceWords(language: string): Promise<ServiceWords> {
  try {
    return (await LANGUAGES[language.split('-', 1)[0] ?? '']?.())?.words ?? en;
  } catch (error) {
    // oxlint-disable-next-line no-console -- English is better than nothing, but the developer should know
    console.error(`<cf-ai-chat>: some words for "${language}" could not be loaded.`, error);
    return en;
  }
}
