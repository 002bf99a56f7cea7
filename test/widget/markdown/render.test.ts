import { expect } from 'chai';
import { Marked } from 'marked';
import { renderMarkdown } from '../../../widget/markdown/render.ts';
import { fillWithHtml, loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { outline } from './dom-outline.ts';
import { loadSpecExamples } from './spec-examples.ts';

function html(markdown: string, policy = {}): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown, policy));
  return box.innerHTML;
}

await loadSanitizer();

/**
 * The examples whose HTML is text here, or a block in a `<div>`; 196, as an attribute in HTML has no line end at its start; 204, a row
 * with more cells than its table has columns; and those of emphasis: behind a letter (355, 356, 381, 411, 415 to 417, 429), before one
 * (354), and of one word in `__` (389 and others).
 */
const READ_OTHERWISE = {
  commonmark: [
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166,
    167, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189,
    190, 191, 196, 308, 309, 344, 354, 355, 356, 381, 389, 399, 406, 411, 415, 416, 417, 425, 426, 429, 462,
    465, 468, 476, 477, 494, 613, 614, 615, 616, 623, 627, 628, 629, 630, 631, 642, 643,
  ],
  gfm: [204, 653],
};

describe('renderMarkdown', () => {
  for (const name of ['commonmark', 'gfm'] as const) {
    it(`reads every ${name} example as stock marked does, but for its HTML`, async () => {
      const others: number[] = [];
      for (const [number, markdown] of await loadSpecExamples(name)) {
        const stock = document.createElement('div');
        fillWithHtml(stock, new Marked().parse(markdown, { async: false }).replaceAll('\0', '\uFFFD'), {});
        if (outline(renderMarkdown(markdown, { lineEnds: 'join' })) !== outline(stock)) others.push(number);
      }
      expect(others).to.deep.equal(READ_OTHERWISE[name]);
    });
  }

  it('gives blocks the direction of their own text', () => {
    expect(html('שלום\n\n- a')).to.equal('<p dir="auto">שלום</p>\n<ul>\n<li dir="auto">a</li>\n</ul>\n');
  });

  it('keeps the language of code as its only class', () => {
    expect(html('```js x\n1\n```')).to.equal(
      '<pre dir="ltr"><code class="language-js" dir="ltr">1\n</code></pre>\n',
    );
    expect(html('<p class="x language-y">a <code class="language-y z">b</code></p>')).not.to.contain('class');
  });

  it('drops style, id, name, event handlers and unknown attributes', () => {
    const hostile =
      '<p id="a" name="b" style="color:red" onclick="x()" data-x="1" aria-hidden="true" part="c" slot="d">t</p>';
    expect(html(hostile)).to.equal('<div><p dir="auto">t</p></div>\n');
  });

  it('shows the tags that GFM disallows, so that they swallow nothing', () => {
    expect(renderMarkdown('Put a <title> or <script src=x> here.\n\nNext').textContent).to.equal(
      'Put a <title> or <script src=x> here.\nNext\n',
    );
  });

  it('shows form controls and unknown elements as they were typed', () => {
    expect(renderMarkdown('a <button>b</button><my-x>c</my-x>').textContent).to.equal(
      'a <button>b</button><my-x>c</my-x>\n',
    );
  });

  it('keeps an answer that opens with a frameset', () => {
    expect(renderMarkdown('<frameset>\n\nText').textContent).to.contain('Text');
  });

  it('keeps only disabled checkboxes', () => {
    expect(html('- [x] done')).to.contain('<input checked="" disabled="" type="checkbox"> done');
    expect(html('<p>a <input type="checkbox"> <input> <input type="image" src="/x"></p>')).to.equal(
      '<div><p dir="auto">a <input type="checkbox" disabled="">  </p></div>\n',
    );
  });

  it('makes images links unless their source is allowed', () => {
    const markdown = '![A](https://img.example/a.png) <img src="https://img.example/b.png" alt="B">';
    expect(html(markdown)).not.to.contain('<img');
    expect(html(markdown, { imageSources: ['https://img.example'] }).match(/<img /g)).to.have.length(2);
  });

  it('reads null bytes, carriage returns and lone surrogates', () => {
    expect(renderMarkdown('a\0b\rc\r\nd\uD800', { lineEnds: 'join' }).textContent).to.equal(
      'a\uFFFDb\nc\nd\uD800\n',
    );
  });

  for (const [what, marker] of Object.entries({
    quotes: '> ',
    lists: '- ',
    brackets: '[',
    emphasis: '*a ',
  })) {
    it(`shows 10,000 nested ${what} as text beyond the cap`, () => {
      const closing = what === 'emphasis' ? ' b*'.repeat(10_000) : '';
      const text = renderMarkdown(`${marker.repeat(10_000)}deep${closing}`).textContent;
      expect(text).to.contain('deep');
      expect(text.length).to.be.greaterThan(9000);
    });
  }
});
