import { expect } from 'chai';
import { shownFields, shownText } from '../../../widget/interrupts/shown-text.ts';

describe('shownText', () => {
  it('shows invisible characters, and those that change text direction, as their codes', () => {
    expect(shownText('pay\u202E7\u200B', 100)).to.equal('pay[U+202E]7[U+200B]');
    expect(shownText('a\u0000b\u3164', 100)).to.equal('a[U+0000]b[U+3164]');
  });

  it('does not change Persian words, line ends and emoji', () => {
    for (const text of ['می\u200Cخواهم', 'one\n\ttwo', '👩\u200D💻 ❤\uFE0F'])
      expect(shownText(text, 100)).to.equal(text);
  });

  it('shortens a text that is too long', () => {
    expect(shownText('abc', 2)).to.equal('ab…');
  });
});

describe('shownFields', () => {
  it('turns keys into words, and values into text', () => {
    expect(shownFields({ orderId: 7, ship_to: 'Malta', items: ['boots'] }, 100)).to.deep.equal([
      { words: 'order Id', value: '7' },
      { words: 'ship to', value: 'Malta' },
      { words: 'items', value: '["boots"]' },
    ]);
  });

  it('shows a value without keys alone', () => {
    expect(shownFields('all', 100)).to.deep.equal([{ words: '', value: 'all' }]);
    expect(shownFields(undefined, 100)).to.deep.equal([]);
  });
});
