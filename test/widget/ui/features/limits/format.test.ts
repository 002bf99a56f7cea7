import { expect } from 'chai';
import { formatAskAgain } from '../../../../../widget/ui/features/limits/format.ts';
import { loadStrings } from '../../../../../widget/ui/strings/load-strings.ts';

/** 14:05 on the day that is this many days ahead. */
function afternoon(daysFromToday: number): number {
  const date = new Date();
  date.setDate(date.getDate() + daysFromToday);
  return date.setHours(14, 5, 0, 0);
}

describe('the time at which a visitor may ask again', () => {
  for (const [days, language, words] of [
    [0, 'en', 'You can ask again at 2:05 PM.'],
    [1, 'en', 'You can ask again tomorrow at 2:05 PM.'],
    [3, 'en', 'You can ask again in 3 days at 2:05 PM.'],
    [0, 'de', 'Sie können ab 14:05 Uhr wieder fragen.'],
    [1, 'de', 'Sie können morgen ab 14:05 Uhr wieder fragen.'],
    [0, 'es', 'Podrás volver a preguntar a las 14:05.'],
    [1, 'es', 'Podrás volver a preguntar mañana a las 14:05.'],
    [1, 'ru', 'Снова задать вопрос можно завтра после 14:05.'],
    [1, 'ja', '明日の14:05から、また質問できます。'],
  ] as const) {
    it(`is phrased as people do, ${days} days ahead, in ${language}`, async () => {
      const strings = await loadStrings(language);
      // Some releases of ICU put a narrow space before PM.
      const said = formatAskAgain(afternoon(days), strings, language).replaceAll('\u202F', ' ');
      expect(said).to.equal(words);
    });
  }
});
