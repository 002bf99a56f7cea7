import { expect } from 'chai';
import { wordsOf } from './source-words.ts';

/** The words of a source; words that belong to syntax stand in square brackets. */
function read(source: string): string {
  return wordsOf(source)
    .map(({ text, isSyntax }) => (isSyntax ? `[${text}]` : text))
    .join(' ');
}

describe('wordsOf', () => {
  for (const [title, source, words] of [
    [
      'marks addresses and titles of links as syntax',
      'See [the docs](/a_(b)?c "d").',
      'See the docs [a] [b] [c] [d]',
    ],
    ['finds the words of an image', '![a chart](b.png)', 'a chart [b] [png]'],
    [
      'marks link definitions as syntax, also over several lines',
      'a\n\n[b]: /c\n  "d"\n\n> [e]: <f g>',
      'a [b] [c] [d] [e] [<f] [g]',
    ],
    [
      'marks the label of a link as syntax only where the label is defined',
      '[a][b] [c][d]\n\n[b]: /e',
      'a [b] c d [b] [e]',
    ],
    ['finds both numbers of two citations', 'a[1][2]\n\n[1]: /b\n[2]: /c', 'a 1 2 [1] [b] [2] [c]'],
    ['marks the labels of footnotes as syntax', 'a[^b]\n\n[^b]: c', 'a [b] [b] c'],
    [
      'marks numbers and task boxes of list items as syntax',
      '1. a\n   2) b\n- [x] c\n> 3. d',
      '[1] a [2] b [x] c [3] d',
    ],
    [
      'finds all words of code',
      '`<b>` ``a`<c>`` [d](e)\n\n```js f\n<b>[g](h)\n1. i\n```\n<j>',
      '<b a <c d [e] [js] [f] <b g h 1 i <j',
    ],
    [
      'finds the code of a fence in a list item in a quote',
      '> - ```js\n>   <b>\n>   ```\n> <c>',
      '[js] <b <c',
    ],
    ['ends a fence where its list item ends', '- a\n  ```\n  1. b\n  <c>\n\n1. d', 'a 1 b <c [1] d'],
    ['ends a fence where its quote ends', '> ```\n> a\n\n[b](c)', 'a b [c]'],
    [
      'marks tags as syntax that are closed in their block',
      '<b>a</b> <i title="c">d</i> <u>e\n\nf</u>',
      '[<b] a [</b] [<i] [title] [c] d [</i] <u e f </u',
    ],
    [
      'finds other tags as words',
      '<your-key> List<String> <App a={b} /> </div> \\<b>c</b>',
      '<your key List <String <App a b </div <b c </b',
    ],
    [
      'marks tags of complete details and tables as syntax',
      '<details>\n<summary>a</summary>\n\n<b>\n\n</details>\n\n<table><tr><td>c</table> <td>',
      '[<details] [<summary] a [</summary] [<b] [</details] [<table] [<tr] [<td] c [</table] <td',
    ],
    [
      'finds the tag of unclosed details as a word',
      'a <details> b\n\n<details>\n\nc',
      'a <details b <details c',
    ],
    [
      'marks HTML comments as syntax that end in their block',
      'a <!-- b --> c\n\n<!--\n\nd -->\n\ne <!-- f\n\ng --> h',
      'a [b] c [d] e f g h',
    ],
    [
      'marks a comment as syntax over a line that looks like a table row',
      'a <!-- b\n| c --> d',
      'a [b] [c] d',
    ],
    [
      'marks tags behind a backslash as syntax inside of blocks of HTML',
      '<div> \\<b> a\n</div>',
      '[<div] [<b] a [</div]',
    ],
    [
      'finds addresses in angle brackets',
      '<https://a.example/b> <c@d.example>',
      'https a example b c d example',
    ],
    ['ends a code span at the end of its list item', '- `a <b>\n- <br> ` c', 'a <b [<br] c'],
    ['marks the name of a character reference as syntax', 'caf&eacute;s', 'caf [eacute] s'],
    [
      'finds words of any script',
      '**หมายเหตุ:**ลิงก์ これは<b>重要</b>です हिन्दी',
      'หมายเหตุ ลิงก์ これは [<b] 重要 [</b] です हिन्दी',
    ],
  ] as const) {
    it(title, () => {
      expect(read(source)).to.equal(words);
    });
  }
});
