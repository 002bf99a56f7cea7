import { fill, type PluralForms } from './words.ts';

/** The wording for a number: `{one: '{count} question', other: '{count} questions'}` and 2 give "2 questions". */
export function formatCount(forms: PluralForms, count: number, locale: string): string {
  const category = new Intl.PluralRules(locale).select(count);
  return fill(forms[category] ?? forms.other, { count: new Intl.NumberFormat(locale).format(count) });
}
