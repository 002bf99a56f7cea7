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

describe('a block as models mean it', () => {
  for (const [title, markdown, expected] of [
    [
      'a fence of markdown holds fences',
      '```markdown\n# T\n\n```js\na\n```\n\nmore\n```\n\nEnd',
      '<pre><code># T¶¶```js¶a¶```¶¶more¶</code></pre><p>End</p>',
    ],
    [
      'a fence of markdown holds fences in an item',
      '- ```md\n  ```js\n  a\n  ```\n  ```\n- b',
      '<ul><li><pre><code>```js¶a¶```¶</code></pre></li><li>b</li></ul>',
    ],
    ['another fence holds none', '```text\n```\n\nEnd', '<pre><code></code></pre><p>End</p>'],
    [
      'a rule stands under a sentence',
      'It is a small one.\n---\nNext',
      '<p>It is a small one.</p><hr><p>Next</p>',
    ],
    ['a rule stands under a quoted one', '“Why?”\n---\n\nNext', '<p>“Why?”</p><hr><p>Next</p>'],
    ['an underline is a heading', 'Step 1: Connect\n---\nNext', '<h2>Step 1: Connect</h2><p>Next</p>'],
    ['a long underline is a heading', 'Why?\n----\nNext', '<h2>Why?</h2><p>Next</p>'],
    [
      'a heading needs no space',
      '###标题\n文字\n##Two ##\nmore',
      '<h3>标题</h3><p>文字</p><h2>Two</h2><p>more</p>',
    ],
    ['one mark without a space is none', '#tag and #1\n##\n', '<p>#tag and #1</p><h2></h2>'],
    [
      'LaTeX names its formulas',
      'so\n\\begin{align*}\na &= b_1 \\\\\n&= *c*\n\\end{align*}\nand',
      '<p>so</p><pre><code>\\begin{align*}¶a &amp;= b_1 \\\\¶&amp;= *c*¶\\end{align*}¶</code></pre><p>and</p>',
    ],
    ['LaTeX names what is none', '\\begin{document}\n*a*', '<p>\\begin{document}<br><em>a</em></p>'],
    [
      'a container is an alert',
      'Hi\n:::note\n*a*\n\n- b\n:::\n\nEnd',
      '<p>Hi</p><blockquote><p><strong>note</strong></p><p><em>a</em></p><ul><li>b</li></ul></blockquote><p>End</p>',
    ],
    [
      'a container has a title',
      ':::tip[If it *fails*]\na\n:::\n::: warning Then\nb\n:::\n',
      '<blockquote><p><strong>tip</strong> If it <em>fails</em></p><p>a</p></blockquote>' +
        '<blockquote><p><strong>warning</strong> Then</p><p>b</p></blockquote>',
    ],
    [
      'a container without its end ends with a blank line',
      ':::note\na\n\nb',
      '<blockquote><p><strong>note</strong></p><p>a</p></blockquote><p>b</p>',
    ],
    ['colons in a line are as they stand', 'on :::8080 and ::: is', '<p>on :::8080 and ::: is</p>'],
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
    it(`shows nothing that goes again: ${JSON.stringify(markdown)}`, () => {
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
