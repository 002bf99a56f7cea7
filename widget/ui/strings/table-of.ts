import { strings as english } from './en.ts';
import { LANGUAGES } from './languages.ts';
import type { Strings } from './strings.ts';

/** Values by language key; English is always included. */
export type LanguageTable<T> = Readonly<Record<string, T>> & { readonly en: T };

/**
 * Collects something from the strings of every language, for strings needed before the panel and its language have loaded.
 * Only for modules named `.table.ts`: the build runs these and replaces them by their values (`evaluatedModules` in
 * `widget/build`), so that a page load contains these strings and no others.
 */
export async function tableOf<T>(pick: (strings: Strings) => T): Promise<LanguageTable<T>> {
  const others = Object.entries(LANGUAGES).map(
    async ([key, load]) => [key, pick((await load()).strings)] as const,
  );
  return { ...Object.fromEntries(await Promise.all(others)), en: pick(english) };
}
