import { expect } from 'chai';
import { formatCount } from '../../../../widget/ui/strings/format-count.ts';

const FORMS = { one: '{count} source', other: '{count} sources' };

describe('formatCount', () => {
  const { PluralRules } = Intl;
  afterEach(() => Object.assign(Intl, { PluralRules }));

  it('writes a number as its language does', () => {
    expect(formatCount(FORMS, 1, 'en')).to.equal('1 source');
    expect(formatCount(FORMS, 1200, 'en')).to.equal('1,200 sources');
    expect(formatCount(FORMS, 1200, 'de')).to.equal('1.200 sources');
  });

  it('creates the plural rules of a language once, however many answers are drawn', () => {
    let made = 0;
    class CountedRules extends PluralRules {
      constructor(locale: string) {
        super(locale);
        made += 1;
      }
    }
    Object.assign(Intl, { PluralRules: CountedRules });
    for (let answer = 0; answer < 100; answer++) formatCount(FORMS, answer, 'cs');
    expect(made).to.equal(1);
  });
});
