import { expect } from 'chai';
import { toUnsafeHtml } from '../../../widget/markdown/html.ts';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';

function markup(markdown: string): string {
  return toUnsafeHtml(new MarkdownLexer().lex(markdown));
}

describe('the markup of raw HTML', () => {
  for (const [title, html, filtered] of [
    [
      'lacks event handlers and styles',
      '<p title="a > b" onclick="x()" style="a">b</p>',
      '<p title="a > b"  >b</p>',
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
