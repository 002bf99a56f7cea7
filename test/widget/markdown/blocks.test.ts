import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { eachFrame, streamed, words } from './streamed.ts';

function html(markdown: string): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown));
  return box.innerHTML
    .replace(/ (?:dir|class)="[^"]*"/g, '')
    .replaceAll('\n', '¶')
    .replace(/>¶+/g, '>');
}

describe('blocks that models write and CommonMark reads in another way', () => {
  for (const [title, markdown, expected] of [
    [
      'a ```markdown fence contains the fences inside of it',
      '```markdown\n# T\n\n```js\na\n```\n\nmore\n```\n\nEnd',
      '<pre><code># T¶¶```js¶a¶```¶¶more¶</code></pre><p>End</p>',
    ],
    [
      'a ```markdown fence in a list item contains the fences inside of it',
      '- ```md\n  ```js\n  a\n  ```\n  ```\n- b',
      '<ul><li><pre><code>```js¶a¶```¶</code></pre></li><li>b</li></ul>',
    ],
    [
      'a fence of another language ends at the next fence',
      '```text\n```\n\nEnd',
      '<pre><code></code></pre><p>End</p>',
    ],
    [
      '`---` under a sentence is a rule',
      'It is a small one.\n---\nNext',
      '<p>It is a small one.</p><hr><p>Next</p>',
    ],
    ['`---` under a quoted sentence is a rule', '“Why?”\n---\n\nNext', '<p>“Why?”</p><hr><p>Next</p>'],
    [
      '`---` under words without a full stop makes a heading',
      'Step 1: Connect\n---\nNext',
      '<h2>Step 1: Connect</h2><p>Next</p>',
    ],
    ['four dashes or more under any line make a heading', 'Why?\n----\nNext', '<h2>Why?</h2><p>Next</p>'],
    [
      '`##` needs no space before the words of a heading',
      '###标题\n文字\n##Two ##\nmore',
      '<h3>标题</h3><p>文字</p><h2>Two</h2><p>more</p>',
    ],
    ['one `#` without a space makes no heading', '#tag and #1\n##\n', '<p>#tag and #1</p><h2></h2>'],
    [
      'a LaTeX environment of mathematics is a formula',
      'so\n\\begin{align*}\na &= b_1 \\\\\n&= *c*\n\\end{align*}\nand',
      '<p>so</p><pre><code>\\begin{align*}¶a &amp;= b_1 \\\\¶&amp;= *c*¶\\end{align*}¶</code></pre><p>and</p>',
    ],
    ['another LaTeX environment is text', '\\begin{document}\n*a*', '<p>\\begin{document}<br><em>a</em></p>'],
    [
      'a `:::note` container is drawn as an alert',
      'Hi\n:::note\n*a*\n\n- b\n:::\n\nEnd',
      '<p>Hi</p><blockquote><p><strong>note</strong></p><p><em>a</em></p><ul><li>b</li></ul></blockquote><p>End</p>',
    ],
    [
      'a `:::` container can have a title',
      ':::tip[If it *fails*]\na\n:::\n::: warning Then\nb\n:::\n',
      '<blockquote><p><strong>tip</strong> If it <em>fails</em></p><p>a</p></blockquote>' +
        '<blockquote><p><strong>warning</strong> Then</p><p>b</p></blockquote>',
    ],
    [
      'a `:::` container without its end ends at the next blank line',
      ':::note\na\n\nb',
      '<blockquote><p><strong>note</strong></p><p>a</p></blockquote><p>b</p>',
    ],
    ['`:::` inside of a line is text', 'on :::8080 and ::: is', '<p>on :::8080 and ::: is</p>'],
  ] as const) {
    it(title, () => {
      expect(html(markdown)).to.equal(expected);
      expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
    });
  }

  for (const markdown of [
    'So\n\n[ x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a} ]\n\nwhere (a \\neq 0).',
    'A small one.\n---\nNext',
    '```markdown\n# T\n\n```js\na\n```\n\nmore\n```\n\nEnd',
    ':::tip[If it fails]\n*a*\n:::\n\nEnd',
    '###标题\n文字',
  ]) {
    it(`shows no text in a frame that a later frame takes away: ${JSON.stringify(markdown)}`, () => {
      const final = words(renderMarkdown(markdown));
      let shown = 0;
      eachFrame(markdown, 1, (box, received) => {
        expect(final.startsWith(words(box)), received).to.equal(true);
        expect(words(box).length, received).to.be.at.least(shown);
        shown = words(box).length;
      });
    });
  }
});
