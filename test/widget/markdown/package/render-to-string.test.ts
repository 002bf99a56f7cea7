import { expect } from 'chai';
import { renderMarkdown } from '../../../../widget/markdown/index.ts';
import { renderToString } from '../../../../widget/markdown/package/render-to-string.ts';
import { dangersIn } from '../dangers.ts';
import { outline } from '../dom-outline.ts';
import { HOSTILE } from '../hostile.ts';
import { HONEST, NAMES, POSING } from '../link-texts.ts';

/** The nodes that a browser parses from a string. */
function parse(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...new DOMParser().parseFromString(`<body>${html}`, 'text/html').body.childNodes);
  return fragment;
}

const response = await fetch('/test/fixtures/markdown/answers.json');
const ANSWERS = Object.entries((await response.json()) as Record<string, string>);
const HTML_BLOCK = /^<(?:table|div|p|h3|blockquote)\b/m;

describe('renderToString', () => {
  it('returns what renderMarkdown draws, for answers without blocks of HTML', () => {
    const plain = ANSWERS.filter(([, text]) => !HTML_BLOCK.test(text));
    expect(plain.length).to.be.at.least(90);
    for (const [name, text] of plain)
      expect(outline(parse(renderToString(text))), name).to.equal(outline(renderMarkdown(text)));
  });

  it('returns the footnotes and links that renderMarkdown draws', () => {
    const links = [...NAMES, ...POSING].map((text) => ['https://evil.test/', text] as const);
    for (const [href, text] of [...links, ...HONEST]) {
      const markdown = `[${text}](${href} "title")`;
      expect(outline(parse(renderToString(markdown)))).to.equal(outline(renderMarkdown(markdown)));
    }
  });

  for (const [markdown, html] of [
    ['**a** <svg onload=hit()>', '<strong>a</strong> &lt;svg onload=hit()&gt;'],
    [
      '**a** <img src=x onerror=hit()>',
      '<strong>a</strong> <a href="x" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['a<br>b<!-- c -->d', 'a<br>bd'],
    ['<b>a</b> <b id=x>c</b>', '<b>a</b> &lt;b id=x&gt;c&lt;/b&gt;'],
    ["<b title='\"><i>'>c</b>", '<b title="&quot;&gt;&lt;i&gt;">c</b>'],
    ['<kbd><img src=x onerror=hit() <br>', '&lt;kbd&gt;&lt;img src=x onerror=hit() <br>'],
    ['[x](javascript&colon;hit())', null],
    ['![a](https://img.test/x.png)', null],
    ['[bank&#46;test](https://evil.test/)', null],
  ] as const) {
    it(`returns safe HTML without a sanitizer: ${markdown}`, () => {
      const result = renderToString(markdown);
      if (html !== null) expect(result).to.equal(`<p dir="auto">${html}</p>\n`);
      expect(dangersIn(parse(result))).to.deep.equal([]);
    });
  }

  it('never puts a link inside of a link', () => {
    const html = renderToString('<a href="https://a.example/x">see https://a.example and [b](/c)</a>');
    expect(html.match(/<a /g)).to.have.length(1);
    expect(html).to.contain('>see https://a.example and b</a>');
  });

  it('adds the host to a link whose text shows another address', () => {
    expect(renderToString('[bank&period;test](https://evil.test/)')).to.contain(' (https://evil.test/)');
  });

  it('loads only the images that the policy allows', () => {
    const policy = { imageSources: ['https://img.test'] };
    const images = parse(renderToString('![a](https://img.test/x) ![b](https://evil.test/y)', policy));
    expect([...images.querySelectorAll('img')].map(({ src }) => src)).to.deep.equal(['https://img.test/x']);
  });

  it('returns nothing dangerous for hostile markdown', () => {
    for (const markdown of HOSTILE)
      expect(dangersIn(parse(renderToString(markdown))), markdown).to.deep.equal([]);
  });
});
