import { expect } from 'chai';
import { strings as english } from '../../../../widget/ui/strings/en.ts';
import { launcherLabel } from '../../../../widget/ui/strings/launcher-label.ts';
import { loadingStrings } from '../../../../widget/ui/strings/loading-strings.ts';
import { loadStrings } from '../../../../widget/ui/strings/load-strings.ts';
import { noticeStrings } from '../../../../widget/ui/strings/notice-strings.ts';
import type { Strings } from '../../../../widget/ui/strings/strings.ts';

/** Languages as pages name them, and the locale whose strings are used. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'ar',
  cs: 'cs',
  da: 'da',
  'de-at': 'de',
  en: 'en',
  'es-mx': 'es',
  fr: 'fr',
  he: 'he',
  it: 'it',
  ja: 'ja',
  ko: 'ko',
  nl: 'nl',
  pl: 'pl',
  'pt-br': 'pt',
  ro: 'ro',
  ru: 'ru',
  sv: 'sv',
  tr: 'tr',
  uk: 'uk',
  'zh-cn': 'zh',
  'zh-tw': 'zh-Hant',
};

/** Texts by their path, such as `errors.offline` or `questionsLeft.few`. */
function textsOf(strings: object, prefix = ''): [path: string, text: string][] {
  return Object.entries(strings).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value as object, `${prefix}${key}.`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

/** The English text with which a translation is compared. */
function englishFor(path: string): string {
  const texts = new Map(textsOf(english));
  return texts.get(path) ?? texts.get(path.replace(/\.\w+$/, '.other')) ?? '';
}

describe('the strings for a page in', () => {
  for (const [language, locale] of Object.entries(LANGUAGES)) {
    describe(language, () => {
      let strings: Strings;
      before(async () => {
        strings = await loadStrings(language);
      });

      it(`are those of ${locale}, and are complete`, () => {
        expect(strings.locale).to.equal(locale);
        const empty = textsOf(strings).filter(([, text]) => text.trim() === '');
        expect(empty).to.deep.equal([]);
        expect(Object.keys(strings).toSorted()).to.deep.equal(Object.keys(english).toSorted());
      });

      it('have the placeholders of the English ones', () => {
        for (const [path, text] of textsOf(strings)) {
          const wanted = placeholders(englishFor(path));
          // "one question left" needs no number.
          const isSingular = /\.(?:zero|one|two)$/.test(path);
          if (isSingular && placeholders(text).length === 0) continue;
          expect(placeholders(text), `${path}: ${text}`).to.deep.equal(wanted);
        }
      });

      it('have a text for each plural form of the language', () => {
        const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
        for (const [key, forms] of Object.entries(strings) as [string, unknown][]) {
          if (typeof forms !== 'object' || key === 'errors' || Array.isArray(forms)) continue;
          const given = Object.keys(forms as object);
          expect(given, key).to.include('other');
          expect(pluralCategories, key).to.include.members(given);
          // One text may serve for all numbers: "Noch 3 Zeichen".
          if (given.length > 1 && pluralCategories.includes('few')) expect(given, key).to.include('few');
        }
      });

      it('include those of the launcher, of its notices and of the loading panel', () => {
        const { openChat, closeChat, loadFailed, reload, newAnswers, dismiss } = strings;
        expect(launcherLabel(language)).to.deep.equal({ openChat, language });
        expect(loadingStrings(language)).to.deep.equal({ closeChat, loadFailed, reload, language });
        expect(noticeStrings(language)).to.deep.equal({ newAnswers, dismiss, language });
      });

      it('are translated', () => {
        if (locale === 'en') return;
        const texts = new Map(textsOf(english));
        const same = textsOf(strings).filter(([path, text]) => text === texts.get(path));
        // Short words that languages share, such as "Chat", "Code", "Menu".
        expect(same.filter(([, text]) => text.split(' ').length > 2 || /[.!?…]$/.test(text))).to.deep.equal(
          [],
        );
      });
    });
  }
});

/** The failures whose message has a button that tries again. */
const WITH_RETRY = ['session-required', 'challenge-required', 'model-failed', 'internal', 'stalled'] as const;

describe('the text of a failure', () => {
  for (const language of Object.keys(LANGUAGES)) {
    it(`does not repeat the label of the button beside it, in ${language}`, async () => {
      const { errors } = await loadStrings(language);
      // One sentence says what happened; a second sentence would be "Please try again."
      for (const code of WITH_RETRY) expect(errors[code].match(/[.。]/g), errors[code]).to.have.length(1);
    });
  }
});
