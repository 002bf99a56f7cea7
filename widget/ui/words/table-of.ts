import { strings as english } from './en.ts';
import { LANGUAGES } from './languages.ts';
import type { Strings } from './strings.ts';

/** Values by language key; English is always there. */
export type LanguageTable<T> = Readonly<Record<string, T>> & { readonly en: T };

/**
 * Picks something from the words of every language: for words that are needed before the panel and its language are here. To be called
 * in a `.table.ts` only. The build runs those and puts their values in their place (`evaluatedModules` in `widget/build`), so that a page
 * load brings these words and no others.
 */
export async function tableOf<T>(pick: (strings: Strings) => T): Promise<LanguageTable<T>> {
  const others = Object.entries(LANGUAGES).map(
    async ([key, load]) => [key, pick((await load()).strings)] as const,
  );
  return { ...Object.fromEntries(await Promise.all(others)), en: pick(english) };
}
