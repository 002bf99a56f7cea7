import { fill, type PluralForms } from './strings.ts';

interface Formats {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

/** Formatters by locale. Creating them for every answer at every drawing took half of the time of drawing 100 messages. */
const FORMATS = new Map<string, Formats>();

/** The string for a number: `{one: '{count} question', other: '{count} questions'}` and 2 give "2 questions". */
export function formatCount(forms: PluralForms, count: number, locale: string): string {
  const category = formatsOf(locale).plurals.select(count);
  return fill(forms[category] ?? forms.other, { count: formatNumber(count, locale) });
}

/** A number in the format of a language: 1200 and `de` give "1.200". */
export function formatNumber(value: number, locale: string): string {
  return formatsOf(locale).numbers.format(value);
}

function formatsOf(locale: string): Formats {
  const known = FORMATS.get(locale);
  if (known) return known;
  const formats = { plurals: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
  FORMATS.set(locale, formats);
  return formats;
}
