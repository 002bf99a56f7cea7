import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { morph } from '../../../widget/markdown/morph.ts';

await loadSanitizer();

/** A box with this markup. */
function box(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html').querySelector('main')!;
}

/** Morphs a box into new markup. Returns the box and its previous elements, by tag. */
function morphed(before: string, after: string): { drawn: HTMLElement; old: HTMLElement[] } {
  const drawn = box(before);
  const old = [...drawn.querySelectorAll<HTMLElement>('*')];
  morph(drawn, box(after));
  expect(drawn.innerHTML).to.equal(after);
  return { drawn, old };
}

describe('morph', () => {
  it('appends to a text node that grew', () => {
    const drawn = box('<p>Some</p>');
    const text = drawn.querySelector('p')?.firstChild;
    morph(drawn, box('<p>Some words</p>'));
    expect(drawn.querySelector('p')?.firstChild).to.equal(text);
    expect(text?.nodeValue).to.equal('Some words');
  });

  it('keeps an element when others are inserted before it', () => {
    const { drawn, old } = morphed('<p>One</p>', '<h2>New</h2><p>One</p>');
    expect(drawn.querySelector('p')).to.equal(old[0]);
  });

  it('keeps the cells of a row when an empty cell is filled', () => {
    const row = (cells: string): string => `<table><tbody><tr>${cells}</tr></tbody></table>`;
    const { drawn, old } = morphed(row('<td>a</td><td></td><td></td>'), row('<td>a</td><td>b</td><td></td>'));
    expect([...drawn.querySelectorAll('*')]).to.deep.equal(old);
  });

  it("keeps the <code> of an item when the item's words get a paragraph around them", () => {
    const before = '<li>Run this:<pre><code>npm test</code></pre></li>';
    const after = '<li><p>Run this:</p>\n<pre><code>npm test</code></pre></li>';
    const { drawn, old } = morphed(before, after);
    expect([...drawn.querySelectorAll('li, pre, code')]).to.deep.equal(old);
  });

  it('keeps the open state of <details> that the visitor has changed', () => {
    const drawn = box('<details><summary>More</summary>One</details>');
    const details = drawn.querySelector('details')!;
    details.open = true;
    morph(drawn, box('<details><summary>More</summary>One two</details>'));
    expect(drawn.querySelector('details')).to.equal(details);
    expect(details.open).to.equal(true);
  });

  it('keeps ARIA attributes, and custom elements', () => {
    const drawn = box('<pre tabindex="0" aria-label="Code"><code>a</code><x-bar></x-bar></pre>');
    morph(drawn, box('<pre><code>ab</code></pre>'));
    expect(drawn.innerHTML).to.equal(
      '<pre tabindex="0" aria-label="Code"><code>ab</code><x-bar></x-bar></pre>',
    );
  });

  it('does not change nodes before the node where it is told to begin', () => {
    const drawn = box('<p>One</p><p>Two</p><p>Three</p>');
    const [first] = drawn.childNodes;
    morph(drawn, box('<h2>New</h2>'), first);
    expect(drawn.innerHTML).to.equal('<p>One</p><h2>New</h2>');
    expect(drawn.firstChild).to.equal(first);
  });

  it('does not open <details> that the visitor has closed', () => {
    const drawn = box('<details><summary>More</summary>Words</details>');
    morph(drawn, box('<details open=""><summary>More</summary>Words and more</details>'));
    expect(drawn.innerHTML).to.equal('<details><summary>More</summary>Words and more</details>');
  });
});
