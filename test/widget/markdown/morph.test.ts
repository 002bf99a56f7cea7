import { expect } from 'chai';
import { morph } from '../../../widget/markdown/morph.ts';

/** A box with markup of the test's own. */
function box(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html').querySelector('main')!;
}

/** Morphs a box into markup; returns the box and the elements it had before, by tag. */
function morphed(before: string, after: string): { drawn: HTMLElement; old: HTMLElement[] } {
  const drawn = box(before);
  const old = [...drawn.querySelectorAll<HTMLElement>('*')];
  morph(drawn, drawn.firstChild, box(after));
  expect(drawn.innerHTML).to.equal(after);
  return { drawn, old };
}

describe('morph', () => {
  it('appends to text that grew', () => {
    const drawn = box('<p>Some</p>');
    const text = drawn.querySelector('p')?.firstChild;
    morph(drawn, drawn.firstChild, box('<p>Some words</p>'));
    expect(drawn.querySelector('p')?.firstChild).to.equal(text);
    expect(text?.nodeValue).to.equal('Some words');
  });

  it('keeps an element that others come before', () => {
    const { drawn, old } = morphed('<p>One</p>', '<h2>New</h2><p>One</p>');
    expect(drawn.querySelector('p')).to.equal(old[0]);
  });

  it('keeps the cells of a row when an empty one is filled', () => {
    const row = (cells: string): string => `<table><tbody><tr>${cells}</tr></tbody></table>`;
    const { drawn, old } = morphed(row('<td>a</td><td></td><td></td>'), row('<td>a</td><td>b</td><td></td>'));
    expect([...drawn.querySelectorAll('*')]).to.deep.equal(old);
  });

  it('keeps the inline elements of an item that gets a paragraph around them', () => {
    const before = '<ul><li>One <a href="/x">link</a> and <b>more</b><ul><li>in</li></ul></li></ul>';
    const after = '<ul><li><p>One <a href="/x">link</a> and <b>more</b></p><ul><li>in</li></ul></li></ul>';
    const { drawn, old } = morphed(before, after);
    const kept = [...drawn.querySelectorAll('*')].filter(({ localName }) => localName !== 'p');
    expect(kept).to.deep.equal(old);
  });

  it('leaves details as the visitor opened them', () => {
    const drawn = box('<details><summary>More</summary>One</details>');
    const details = drawn.querySelector('details')!;
    details.open = true;
    morph(drawn, drawn.firstChild, box('<details><summary>More</summary>One two</details>'));
    expect(drawn.querySelector('details')).to.equal(details);
    expect(details.open).to.equal(true);
  });

  it('leaves what assistive technology is told, and elements of others', () => {
    const drawn = box('<pre tabindex="0" aria-label="Code"><code>a</code><x-bar></x-bar></pre>');
    morph(drawn, drawn.firstChild, box('<pre><code>ab</code></pre>'));
    expect(drawn.innerHTML).to.equal(
      '<pre tabindex="0" aria-label="Code"><code>ab</code><x-bar></x-bar></pre>',
    );
  });

  it('changes nothing behind the end it is given', () => {
    const drawn = box('<p>One</p><p>Two</p>');
    const [, second] = drawn.children;
    morph(drawn, drawn.firstChild, box('<h2>New</h2>'), second as ChildNode);
    expect(drawn.innerHTML).to.equal('<h2>New</h2><p>Two</p>');
    expect(drawn.lastChild).to.equal(second);
  });
});
