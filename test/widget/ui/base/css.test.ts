import { expect } from 'chai';
import { addStyles } from '../../../../widget/ui/base/css.ts';

const TEXT = '.example { color: red; }';

describe('addStyles', () => {
  const newRoot = (): ShadowRoot => document.createElement('div').attachShadow({ mode: 'open' });

  it('gives all roots one sheet, each once', () => {
    const [some, other] = [newRoot(), newRoot()];
    for (const root of [some, other, some]) addStyles(root, TEXT);
    expect(some.adoptedStyleSheets).to.have.length(1);
    expect(other.adoptedStyleSheets[0] === some.adoptedStyleSheets[0]).to.equal(true);
  });

  it('leaves the rules of a sheet alone that another root has, which crashes Safari', () => {
    const root = newRoot();
    addStyles(root, TEXT);
    const [sheet] = root.adoptedStyleSheets;
    const rule = sheet?.cssRules[0];
    addStyles(newRoot(), TEXT);
    // Compared outside of the assertion, which would print the whole sheet.
    expect(rule !== undefined && sheet?.cssRules[0] === rule).to.equal(true);
  });
});
