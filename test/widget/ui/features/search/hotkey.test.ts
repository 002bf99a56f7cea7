import { expect } from 'chai';
import { isHotkey, parseHotkey } from '../../../../../widget/ui/features/search/hotkey.ts';

const press = (key: string, init: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, ...init });

/** Whether a key press is this key combination. */
const fits = (event: KeyboardEvent, text: string, platform = 'Linux x86_64'): boolean => {
  const hotkey = parseHotkey(text, platform);
  return hotkey !== undefined && isHotkey(event, hotkey);
};

describe('a hotkey', () => {
  it("uses the platform's modifier for `mod`: Command on a Mac, otherwise Control", () => {
    expect(fits(press('k', { ctrlKey: true }), 'mod+k')).to.equal(true);
    expect(fits(press('k', { metaKey: true }), 'mod+k')).to.equal(false);
    expect(fits(press('k', { metaKey: true }), 'mod+k', 'MacIntel')).to.equal(true);
    expect(fits(press('k', { ctrlKey: true }), 'mod+k', 'MacIntel')).to.equal(false);
  });

  it('does not match other combinations', () => {
    expect(fits(press('k'), 'mod+k')).to.equal(false);
    expect(fits(press('K', { ctrlKey: true, shiftKey: true }), 'mod+k')).to.equal(false);
    expect(fits(press('k', { ctrlKey: true, altKey: true }), 'mod+k')).to.equal(false);
    expect(fits(press('K', { ctrlKey: true, shiftKey: true }), 'Mod + Shift + K')).to.equal(true);
  });

  it('is matched by the position of the key on keyboards of another script', () => {
    expect(fits(press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+k')).to.equal(true);
    // On a Dvorak keyboard this position has another letter.
    expect(fits(press('t', { ctrlKey: true, code: 'KeyK' }), 'mod+k')).to.equal(false);
  });

  it('may be a punctuation mark alone, with Shift where a keyboard needs it', () => {
    expect(fits(press('/'), '/')).to.equal(true);
    expect(fits(press('/', { shiftKey: true }), '/')).to.equal(true);
    expect(fits(press('/', { ctrlKey: true }), '/')).to.equal(false);
  });

  it('does not match a key of an input method', () => {
    expect(fits(press('/', { isComposing: true }), '/')).to.equal(false);
  });

  for (const text of ['', 'mod+', 'hyper+k', 'k+mod'])
    it(`cannot be read from "${text}"`, () => {
      expect(parseHotkey(text)).to.equal(undefined);
    });
});
