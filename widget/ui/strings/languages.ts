import type { Strings } from './strings.ts';

/**
 * Every language except English, by its key (`language-key.ts`). Each is a separate chunk, which is loaded only where it is
 * needed. English is part of the panel's code.
 */
export const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly strings: Strings }>>> = {
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
