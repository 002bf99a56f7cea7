import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/render.ts';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';

function html(markdown: string, policy = {}): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown, policy));
  return box.innerHTML;
}

await loadSanitizer();

describe('renderMarkdown', () => {
  it('gives each block the direction of its own text', () => {
    expect(html('שלום\n\n- a')).to.equal('<p dir="auto">שלום</p>\n<ul>\n<li dir="auto">a</li>\n</ul>\n');
  });

  it('keeps only the class that names the language of code', () => {
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

  it('shows tags that GFM disallows as text, so that they do not swallow what follows', () => {
    expect(renderMarkdown('Put a <title> or <script src=x> here.\n\nNext').textContent).to.equal(
      'Put a <title> or <script src=x> here.\nNext\n',
    );
  });

  it('shows form controls and unknown elements as text', () => {
    expect(renderMarkdown('a <button>b</button><my-x>c</my-x>').textContent).to.equal(
      'a <button>b</button><my-x>c</my-x>\n',
    );
  });

  it('renders an answer that begins with <frameset>', () => {
    expect(renderMarkdown('<frameset>\n\nText').textContent).to.contain('Text');
  });

  it('keeps checkboxes only if they are disabled', () => {
    expect(html('- [x] done')).to.contain('<input checked="" disabled="" type="checkbox"> done');
    expect(html('<p>a <input type="checkbox"> <input> <input type="image" src="/x"></p>')).to.equal(
      '<div><p dir="auto">a <input type="checkbox" disabled="">  </p></div>\n',
    );
  });

  it('renders an image as a link unless its source is allowed', () => {
    const markdown = '![A](https://img.example/a.png) <img src="https://img.example/b.png" alt="B">';
    expect(html(markdown)).not.to.contain('<img');
    expect(html(markdown, { imageSources: ['https://img.example'] }).match(/<img /g)).to.have.length(2);
  });

  it('renders null bytes, carriage returns and lone surrogates', () => {
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
    it(`shows 10,000 nested ${what} as text below the depth limit`, () => {
      const closing = what === 'emphasis' ? ' b*'.repeat(10_000) : '';
      const text = renderMarkdown(`${marker.repeat(10_000)}deep${closing}`).textContent;
      expect(text).to.contain('deep');
      expect(text.length).to.be.greaterThan(9000);
    });
  }
});
