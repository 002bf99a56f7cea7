import { expect } from 'chai';
import { wordsOf } from './source-words.ts';

/** The words of a source, those of syntax in square brackets. */
function read(source: string): string {
  return wordsOf(source)
    .map(({ text, isSyntax }) => (isSyntax ? `[${text}]` : text))
    .join(' ');
}

describe('the words of a source', () => {
  for (const [title, source, words] of [
    [
      'have addresses and titles of links as syntax',
      'See [the docs](/a_(b)?c "d").',
      'See the docs [a] [b] [c] [d]',
    ],
    ['have the words of an image', '![a chart](b.png)', 'a chart [b] [png]'],
    [
      'have definitions as syntax, also over lines',
      'a\n\n[b]: /c\n  "d"\n\n> [e]: <f g>',
      'a [b] [c] [d] [e] [<f] [g]',
    ],
    ['have a label as syntax only where it is defined', '[a][b] [c][d]\n\n[b]: /e', 'a [b] c d [b] [e]'],
    ['have both numbers of two citations', 'a[1][2]\n\n[1]: /b\n[2]: /c', 'a 1 2 [1] [b] [2] [c]'],
    ['have the labels of footnotes as syntax', 'a[^b]\n\n[^b]: c', 'a [b] [b] c'],
    [
      'have numbers and boxes of items as syntax',
      '1. a\n   2) b\n- [x] c\n> 3. d',
      '[1] a [2] b [x] c [3] d',
    ],
    [
      'have all of code',
      '`<b>` ``a`<c>`` [d](e)\n\n```js f\n<b>[g](h)\n1. i\n```\n<j>',
      '<b a <c d [e] [js] [f] <b g h 1 i <j',
    ],
    ['have the code of a fence in an item in a quote', '> - ```js\n>   <b>\n>   ```\n> <c>', '[js] <b <c'],
    ['end a fence where its item ends', '- a\n  ```\n  1. b\n  <c>\n\n1. d', 'a 1 b <c [1] d'],
    ['end a fence where its quote ends', '> ```\n> a\n\n[b](c)', 'a b [c]'],
    [
      'have tags as syntax that are closed in their block',
      '<b>a</b> <i title="c">d</i> <u>e\n\nf</u>',
      '[<b] a [</b] [<i] [title] [c] d [</i] <u e f </u',
    ],
    [
      'have other tags',
      '<your-key> List<String> <App a={b} /> </div> \\<b>c</b>',
      '<your key List <String <App a b </div <b c </b',
    ],
    [
      'have whole details and tables',
      '<details>\n<summary>a</summary>\n\n<b>\n\n</details>\n\n<table><tr><td>c</table> <td>',
      '[<details] [<summary] a [</summary] [<b] [</details] [<table] [<tr] [<td] c [</table] <td',
    ],
    ['have details without their end', 'a <details> b\n\n<details>\n\nc', 'a <details b <details c'],
    [
      'have comments as syntax that end in their block',
      'a <!-- b --> c\n\n<!--\n\nd -->\n\ne <!-- f\n\ng --> h',
      'a [b] c [d] e f g h',
    ],
    ['have a comment over a line that is no row of a table', 'a <!-- b\n| c --> d', 'a [b] [c] d'],
    ['have tags behind a backslash in blocks of HTML', '<div> \\<b> a\n</div>', '[<div] [<b] a [</div]'],
    [
      'have addresses in angle brackets',
      '<https://a.example/b> <c@d.example>',
      'https a example b c d example',
    ],
    ['have code that ends in its item', '- `a <b>\n- <br> ` c', 'a <b [<br] c'],
    ['have the name of a character reference as syntax', 'caf&eacute;s', 'caf [eacute] s'],
    [
      'are of any script',
      '**หมายเหตุ:**ลิงก์ これは<b>重要</b>です हिन्दी',
      'หมายเหตุ ลิงก์ これは [<b] 重要 [</b] です हिन्दी',
    ],
  ] as const) {
    it(title, () => {
      expect(read(source)).to.equal(words);
    });
  }
});
