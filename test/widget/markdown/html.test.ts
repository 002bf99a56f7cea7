import { expect } from 'chai';
import { hasMarkup, toUnsafeHtml } from '../../../widget/markdown/html.ts';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';

function markup(markdown: string): string {
  return toUnsafeHtml(new MarkdownLexer({}).lex(markdown));
}

describe('the markup of raw HTML', () => {
  for (const [title, html, filtered] of [
    [
      'lacks event handlers and styles',
      '<p title="a > b" onclick="x()" style="a">b</p>',
      '<p title="a > b"  >b</p>',
    ],
    [
      'shows the tags of elements that swallow what follows, or hide it',
      '<div><template>a</template><select>b</select><math>c</math></div>',
      '<div>&lt;template>a&lt;/template>&lt;select>b&lt;/select>&lt;math>c&lt;/math></div>',
    ],
    [
      'lacks the event handlers behind a value that has a quote in it',
      `<div title=a"b onclick=x()><p title=it's onclick=x()>words</p></div>`,
      `<div title=a"b ><p title=it's >words</p></div>`,
    ],
    ['lacks the "=" of a style without a value', '<p style=>words</p>', '<p >words</p>'],
    [
      'keeps words behind a comment with a quote in it',
      '<div><!-- <b title="x --> words" onfoo more</div>',
      '<div><!-- <b title="x --> words" onfoo more</div>',
    ],
    ['shows tags that GFM disallows', '<div><title>words</div>', '<div>&lt;title>words</div>'],
  ] as const) {
    it(title, () => {
      expect(markup(html)).to.equal(filtered);
    });
  }
});

describe('what only the HTML parser reads', () => {
  for (const [title, markdown, isMarkup] of [
    ['is no tag in code', 'Set `<br>` and `&nbsp;`.', false],
    ['is no tag in the code of an item', '- Paste it:\n\n  ```html\n  <script></script>\n  ```', false],
    ['is no tag in the code of a cell', '| a |\n| - |\n| `<b>` |', false],
    ['is no element around plain words', 'Press <kbd>C</kbd>.', false],
    ['is an element around markup', 'Press <kbd>*C*</kbd>.', true],
    ['is a tag with an attribute', 'Press <kbd title=c>C</kbd>.', true],
    ['is a tag in emphasis in an item in a quote', '> - **H<sub>2 O**', true],
    ['is a tag in a cell', '| a |\n| - |\n| b<kbd>c |', true],
    ['is no line break', '| a |\n| - |\n| b<br>c<br/>d<BR />e |', false],
    ['is a line break with attributes', 'a <br class=b> c', true],
    ['is an image in highlighted words', '==![pic](u)==', true],
    ['is no character reference in a paragraph', 'Words &copy; 2026', false],
    ['is no address in angle brackets', '<https://a.test/?b=c&d>', false],
    ['is a character reference in an address', '[a](/?b&amp;c)', true],
    ['is a character reference in a title', '[a](/b "c &amp; d")', true],
    ['is a character reference behind the fence of code', '```a&amp;b\ncode\n```', true],
  ] as const) {
    it(title, () => {
      expect(new MarkdownLexer({}).lex(markdown).some(hasMarkup)).to.equal(isMarkup);
    });
  }
});
