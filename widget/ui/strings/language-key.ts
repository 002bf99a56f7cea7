/**
 * The key of a language (a BCP 47 tag in lower case) in our tables: `de` for `de-at`. Chinese has two keys, one for each
 * script: `zh-hant` for `zh-tw`, `zh` for every other.
 */
export function languageKey(language: string): string {
  if (/^zh-(?:hant|tw|hk|mo)\b/.test(language)) return 'zh-hant';
  return language.split('-', 1)[0] ?? '';
}
