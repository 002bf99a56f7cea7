import { describe } from 'node:test';
import { defineTests, TEXT, type HardPage } from './read.ts';

const page = (name: string, content: string, ...blocks: readonly string[]): HardPage => ({
  name,
  html: `<main><h1>Tea</h1><p>${TEXT}</p>${content}</main>`,
  sections: [['Tea', TEXT, ...blocks]],
});
const fenced = (...lines: readonly string[]): string => ['```', ...lines, '```'].join('\n');

/** Pages whose text is hard to extract. */
const PAGES: readonly HardPage[] = [
  page(
    'lists in lists, and code in them, keep their places',
    '<ol start="3"><li>One<ul><li>A</li></ul><ul><li>B</li></ul></li><li><p>Two</p><pre>a\n b</pre></li></ol><ul><li>C</li><ul><li>D</li></ul></ul>',
    '3. One\n   - A\n   - B\n4. Two\n\n   ```\n   a\n    b\n   ```',
    '- C\n  - D',
  ),
  page(
    'opening hours that are lists in cells are in the row of their day',
    '<table><tr><td>Mon</td><td><ul><li>10:00 - 20:00</li></ul><span>Closed now</span></td></tr><tr><td>Tue</td><td><ul><li>Closed</li></ul></td></tr></table>',
    '|  |  |\n| --- | --- |\n| Mon | - 10:00 - 20:00<br>Closed now |\n| Tue | - Closed |',
  ),
  page(
    'code in a table has no numbers of lines, made of line breaks',
    '<figure><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">f(</span><br><span class="line">  x)</span><br></pre></td></tr></table></figure>',
    fenced('f(', '  x)'),
  ),
  page(
    'code that is a table has no numbers of lines',
    '<pre><code><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1">1</td><td>a</td></tr><tr><td class="hljs-ln-numbers">2</td><td>b</td></tr></table></code></pre>',
    fenced('a', 'b'),
  ),
  page(
    'code with numbers drawn beside it keeps its lines',
    '<pre class="line-numbers"><code>a\n  b<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre>',
    fenced('a', '  b'),
  ),
  page(
    'code whose lines are rows with a number in front has none',
    '<pre><code><div class="flex-row"><div>1</div><div>AGENTS.md</div></div><div class="flex-row"><div>2</div><div>docs/</div></div></code></pre>',
    fenced('AGENTS.md', 'docs/'),
  ),
  page(
    'code whose lines are elements, not line ends, keeps its lines',
    '<pre><span class="preview-line"><span class="preview-line-number"></span><span>cd a</span></span><span class="preview-line"><span>go build</span></span></pre>',
    fenced('cd a', 'go build'),
  ),
  page(
    'code of several lines without a pre is code, and so is a pre in code',
    '<p>Write: <code>a<br>b</code></p><code><pre>c\n  d</pre></code>',
    'Write:',
    fenced('a', 'b'),
    fenced('c', '  d'),
  ),
  page(
    'tabs and blanks of code stay, and what would end it',
    '<pre>\n\tif x:\n\n\t\treturn\n</pre><pre>```\na\n```</pre>',
    fenced('\tif x:', '', '\t\treturn'),
    '~~~\n```\na\n```\n~~~',
  ),
  page(
    'text that looks like markdown or HTML stays text',
    '<p>5 * 3 * 2, snake_case, _no_ and &lt;div&gt; &amp;amp; [x](y)</p><p>1. No list<br>- none</p><p># none</p><p>C:\\tea</p>',
    '5 \\* 3 \\* 2, snake_case, \\_no\\_ and \\<div> \\&amp; \\[x](y)',
    '1\\. No list  \n\\- none',
    '\\# none',
    'C:\\\\tea',
  ),
  page(
    'blanks that do not break, and places that do, are no part of words',
    '<p>5&nbsp;EUR, Versand&shy;kosten, tea&#8203;house,\n  two   words</p>',
    '5 EUR, Versandkosten, teahouse, two words',
  ),
  page(
    'code in a line keeps its backticks',
    '<p><code>a `b`</code>, <code> c </code> and <code></code>.</p>',
    '`` a `b` ``, `c` and .',
  ),
  page(
    'bold text has no blanks inside of its marks, none in it, and none side by side',
    '<p>One<b> two </b>three <strong><b>four</b></strong> <b>fi</b><b>ve</b> <i><b>six</b></i></p>',
    'One **two** three **four** **five** ***six***',
  ),
  page(
    'the number of a footnote is no part of a word, and powers are',
    '<p>Tea<sup><a href="#fn1">[1]</a></sup> at 10<sup>2</sup> °C, H<sub>2</sub>O<a href="#fn2"><sup>2</sup></a>.</p>',
    'Tea at 10^2 °C, H2O.',
  ),
  page(
    'readings above characters do not part them',
    '<p><ruby>緑<rp>(</rp><rt>りょく</rt><rp>)</rp>茶<rt>ちゃ</rt></ruby>です。</p>',
    '緑茶です。',
  ),
  page(
    'formulas are their source, once',
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span> and <script type="math/tex">y^2</script></p>',
    '$x_1$ and $y^2$',
  ),
  page(
    'links lead there from any page, and those to nowhere are words',
    '<p><a href="/a_(b)">A</a>, <a href="javascript:x()">B</a>, <a href="">C</a>, <a href="mailto:a@b.example">D</a>, <a href="#x"> E </a>.</p>',
    '[A](https://a.example/a_%28b%29), B, [C](https://a.example/tea), [D](mailto:a@b.example), [E](https://a.example/tea#x) .',
  ),
  page(
    'a card that is a link is one line',
    '<a href="/x"><div>Green</div><p>From 5 EUR</p></a>',
    '[Green From 5 EUR](https://a.example/x)',
  ),
  page(
    'a quote keeps its list and its code',
    '<blockquote><p>One.</p><ul><li>Two</li></ul><pre>a</pre></blockquote>',
    '> One.\n> \n> - Two\n> \n> ```\n> a\n> ```',
  ),
  page(
    'a table of several bodies, with heads in its rows, is one',
    '<table><thead><tr><td>Size<td>EUR</thead><tbody><tr><th rowspan="2">Small<td>5</tbody><tbody><tr><th>Large<td>9</tbody></table>',
    '| Size | EUR |\n| --- | --- |\n| Small | 5 |\n| Large | 9 |',
  ),
  page(
    'the caption of a picture is read, and elements of others are no end of a line',
    '<figure><img src="a.png" alt="Cup"><figcaption>A cup.</figcaption></figure><p>One <x-icon></x-icon><x-price><span>5</span> EUR</x-price> only.</p>',
    'A cup.',
    'One 5 EUR only.',
  ),
];

describe('the text of a page: ', () => defineTests(PAGES));
