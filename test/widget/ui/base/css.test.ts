import { expect } from 'chai';
import { addStyles } from '../../../../widget/ui/base/css.ts';

const TEXT = '.example { color: red; }';

describe('addStyles', () => {
  const newRoot = (): ShadowRoot => document.createElement('div').attachShadow({ mode: 'open' });

  it('gives all shadow roots one shared style sheet, each root once', () => {
    const [some, other] = [newRoot(), newRoot()];
    for (const root of [some, other, some]) addStyles(root, TEXT);
    expect(some.adoptedStyleSheets).to.have.length(1);
    expect(other.adoptedStyleSheets[0] === some.adoptedStyleSheets[0]).to.equal(true);
  });

  it('does not change a style sheet that another shadow root uses, since Safari crashes then', () => {
    const root = newRoot();
    addStyles(root, TEXT);
    const [sheet] = root.adoptedStyleSheets;
    const rule = sheet?.cssRules[0];
    addStyles(newRoot(), TEXT);
    // Compared outside of expect, which would print the whole sheet.
    expect(rule !== undefined && sheet?.cssRules[0] === rule).to.equal(true);
  });
});
