import { expect } from 'chai';
import { Marked } from 'marked';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';
import { renderBlocks, renderMarkdown } from '../../../widget/markdown/render.ts';
import { sanitizeHtml } from '../../../widget/markdown/sanitize.ts';
import { outline } from './dom-outline.ts';
import { loadSpecExamples } from './spec-examples.ts';

function html(markdown: string, policy = {}): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown, policy));
  return box.innerHTML;
}

describe('renderMarkdown', () => {
  for (const name of ['commonmark', 'gfm'] as const) {
    it(`reads every ${name} example as stock marked does`, async () => {
      for (const [number, markdown] of await loadSpecExamples(name)) {
        if (/<\/?(?:title|textarea|style|xmp|script)\b/i.test(markdown)) continue;
        const stock = new Marked().parse(markdown, { async: false }).replaceAll('\0', '\uFFFD');
        expect(outline(renderMarkdown(markdown, { lineEnds: 'join' })), `example ${number}`).to.equal(
          outline(sanitizeHtml(stock, {})),
        );
      }
    });
  }

  it('gives blocks the direction of their own text', () => {
    expect(html('שלום\n\n- a')).to.equal('<p dir="auto">שלום</p>\n<ul dir="auto">\n<li>a</li>\n</ul>\n');
  });

  it('keeps the language of code as its only class', () => {
    expect(html('```js x\n1\n```')).to.equal('<pre><code class="language-js">1\n</code></pre>\n');
    expect(html('<p class="x language-y">a</p><code class="language-y z">b</code>')).not.to.contain('class');
  });

  it('drops style, id, name, event handlers and unknown attributes', () => {
    const hostile =
      '<p id="a" name="b" style="color:red" onclick="x()" data-x="1" aria-hidden="true" part="c" slot="d">t</p>';
    expect(html(hostile)).to.equal('<p dir="auto">t</p>');
  });

  it('shows the tags that GFM disallows, so that they swallow nothing', () => {
    expect(renderMarkdown('Put a <title> or <script src=x> here.\n\nNext').textContent).to.equal(
      'Put a <title> or <script src=x> here.\nNext\n',
    );
  });

  it('keeps what stands inside form controls and unknown elements, without them', () => {
    expect(html('a <button>b</button><my-x>c</my-x>')).to.equal('<p dir="auto">a bc</p>\n');
  });

  it('keeps an answer that opens with a frameset', () => {
    expect(renderMarkdown('<frameset>\n\nText').textContent).to.contain('Text');
  });

  it('keeps only disabled checkboxes', () => {
    expect(html('- [x] done')).to.contain('<input checked="" disabled="" type="checkbox"> done');
    expect(html('a <input type="checkbox"> <input> <input type="image" src="/x">')).to.equal(
      '<p dir="auto">a <input type="checkbox" disabled="">  </p>\n',
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

describe('renderBlocks', () => {
  for (const name of ['commonmark', 'gfm'] as const) {
    it(`builds the nodes of every ${name} example as renderMarkdown does`, async () => {
      for (const [number, markdown] of await loadSpecExamples(name)) {
        // `[a]: /f&ouml;` and its link are two blocks: the end brings the link in line.
        if (/^\[.+\]: .*&\w+;/m.test(markdown)) continue;
        const tokens = new MarkdownLexer({}).lex(markdown);
        const { final, open } = renderBlocks(tokens, tokens.length, {});
        final.append(open);
        expect(outline(final), `example ${number}`).to.equal(outline(renderMarkdown(markdown)));
      }
    });
  }
});
