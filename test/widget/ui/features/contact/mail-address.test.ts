import { expect } from 'chai';
import { mailAddress } from '../../../../../widget/ui/features/contact/mail-address.ts';

/** The body of the mail as a mail program reads it. */
const bodyIn = (address: string): string => new URLSearchParams(address.split('?')[1]).get('body') ?? '';

describe('mailAddress', () => {
  it('encodes spaces as %20 and line ends as CRLF, so that the text cannot add a header field', () => {
    expect(mailAddress('mailto:help@example.com', ['You said:\na b & c=d?', 'Answer:\n1 + 1 = 2'])).to.equal(
      'mailto:help@example.com?body=You%20said%3A%0D%0Aa%20b%20%26%20c%3Dd%3F%0D%0A%0D%0AAnswer%3A%0D%0A1%20%2B%201%20%3D%202',
    );
  });

  it("keeps the fields of the page's mailto: address, and puts the page's text first", () => {
    const address = mailAddress('mailto:a@b.example?subject=Help%20me&body=Hello!', ['Hi']);
    expect(address).to.equal('mailto:a@b.example?subject=Help%20me&body=Hello!%0D%0A%0D%0AHi');
  });

  it('keeps the newest turns, up to 1,800 characters', () => {
    const turns = Array.from({ length: 40 }, (_, index) => `turn ${index} ${'x'.repeat(90)}`);
    const address = mailAddress('mailto:help@example.com', turns);
    expect(address.length).to.be.within(1_600, 1_800);
    expect(bodyIn(address)).to.match(/^turn \d+ /);
    expect(bodyIn(address)).to.include('turn 39 ');
    expect(bodyIn(address)).not.to.include('turn 5 ');
  });

  it('keeps the end of the newest turn where it does not fit, without splitting a character', () => {
    for (const character of ['x', 'ü', '語', '😀', ' ', '\n']) {
      const address = mailAddress('mailto:help@example.com', ['old', character.repeat(3_000) + 'end']);
      expect(address.length).to.be.within(1_700, 1_800);
      expect(decodeURIComponent(address)).to.match(/body=…[^]*end$/u);
    }
  });

  it('replaces half of a surrogate pair', () => {
    expect(bodyIn(mailAddress('mailto:a@b.example', ['a\uD800b']))).to.equal('a\uFFFDb');
  });
});
