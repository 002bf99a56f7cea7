const PAYLOADS = [
  '<img src=x onerror=hit()>',
  '<script>hit()</script>',
  '[x](javascript:hit())',
  '![x](https://evil.example/i)',
  '</code><b onclick=hit()>',
  '" onclick="hit()',
  '<math href=javascript:hit()>',
  '\\href{javascript:hit()}{x}',
  '\\includegraphics{https://evil.example/i}',
  '<a href=javascript:hit()>x',
];

/** Every construct beyond GFM, with every hostile payload in it. */
export const HOSTILE_DIALECTS: readonly string[] = PAYLOADS.flatMap((payload) => [
  `\\(${payload}\\)`,
  `\\[ ${payload} \\]`,
  `$$\n${payload}\n$$`,
  `$x_1${payload}$`,
  `\`\`\`math\n${payload}\n\`\`\``,
  `==a${payload}b==`,
  `> [!NOTE]\n> ${payload}`,
  `a【1†${payload}】`,
  `**「${payload}」**字`,
  `[^1]: ${payload}\n\n[^1]`,
]);

const MATHS = [
  // LaTeX commands that link, load, name, style or draw out of place.
  String.raw`$\href{javascript:hit()}{x_1}$ and [x](javascript:hit())`,
  String.raw`$$ \url{javascript:hit()} $$<a href=javascript:hit()>x</a>`,
  String.raw`\(\includegraphics{https://evil.example/i.png}\)![x](https://evil.example/j.png)`,
  String.raw`\[ \htmlClass{overlay}{x} \]<b class="overlay">x</b>`,
  String.raw`\[ \htmlId{location}{x} \]<b id=location>x</b>`,
  String.raw`$$ \htmlStyle{position:fixed;inset:0}{x} $$<p style="position:fixed;inset:0">x</p>`,
  String.raw`$\style{background:url(https://evil.example/b)}{x_1}$<i style="background:url(https://evil.example/b)">x</i>`,
  // The end tag of the element in which a formula is shown.
  '\\(x</code><img src=x onerror=hit()>\\)',
  '$$\nx</code></pre><script>hit()</script>\n$$',
  '$x_1</code><svg onload=hit()>$',
  String.raw`\[ \text{</math><img src=x onerror=hit()>} \]`,
  '```math\n</code></pre><img src=x onerror=hit()>\n```',
  '`$x_1`<img src=x onerror=hit()>$`',
  // Formula delimiters inside of each other, and unclosed ones.
  '$$ \\( $a_1$ <img src=x onerror=hit()> \\) $$',
  '\\[ $$ \\] <img src=x onerror=hit()> $$',
  '$a_1 \\( b$ [x](javascript:hit()) \\)',
  '$<img src=x onerror=hit()>_{1}',
  '\\(<img src=x onerror=hit()>',
  '$$\n<img src=x onerror=hit()>\n\n<img src=x onerror=hit()>',
  '$x_1$<!--$-->$<img src=x onerror=hit()>_2$-->',
  '$x_1$<b title="$" onclick="hit()" lang="$_1">x</b>',
  // Formulas in lists, quotes, tables and links.
  '- $$\n  <img src=x onerror=hit()>\n  $$\n- \\[ <script>hit()</script> \\]',
  '> \\[\n> </code></pre></blockquote><img src=x onerror=hit()>\n> \\]',
  '| $</td></table><img src=x onerror=hit()>_1$ |\n|---|\n| \\(<svg onload=hit()>\\) |',
  '[$x_1$](javascript:hit()) [\\(x\\)][f]\n\n[f]: javascript:hit()',
  '![$x_1$](https://evil.example/i) ![\\(x"onerror=hit()\\)](https://evil.example/i)',
  '<a href="$x_1$javascript:hit()">x</a><a href="javascript:$hit()_1$">y</a>',
  '<p title="$" onclick="hit()" id="$x_1$">x</p>',
  // Character references.
  '\\(&lt;img src=x onerror=hit()&gt;\\)',
  '$&#60;img src=x onerror=hit()&#62;_1$',
  '$$\n&lt;/code&gt;&lt;script&gt;hit()&lt;/script&gt;\n$$',
  // Elements of SVG and MathML, which may change when the HTML is parsed again.
  '<math><annotation-xml encoding="text/html">$x_1$<img src=x onerror=hit()></annotation-xml></math>',
  '<math><semantics><annotation-xml encoding="application/xhtml+xml"><svg onload=hit()><style>$x_1$</style></svg></annotation-xml></semantics></math>',
  '<math><mi><table><mglyph><style><!--$x_1$</style><img title="--&gt;&lt;img src=x onerror=hit()&gt;"></mglyph></table></mi></math>',
  '<svg><foreignObject>$$<img src=x onerror=hit()>$$</foreignObject><desc><img src=x onerror=hit()></desc></svg>',
  '<math><maction actiontype=statusline xlink:href="javascript:hit()">\\(x\\)<mtext>y</mtext></maction></math>',
  '<mtable href="javascript:hit()"><mrow style="position:fixed"><mi id=location>$x_1$</mi></mrow></mtable>',
];

const NOTES = [
  // Labels of footnotes.
  '[^javascript:hit()]\n\n[^javascript:hit()]: x',
  'a[^"onclick="hit()]\n\n[^"onclick="hit()]: x',
  'a[^1"><img src=x onerror=hit()>]\n\n[^1"><img src=x onerror=hit()>]: y',
  'a[^<img src=x onerror=hit()>]',
  'a[^__proto__] b[^constructor] <b id=constructor>c</b>\n\n[^__proto__]: x\n[^constructor]: y',
  'a[^hasOwnProperty] b[^valueOf] <a name=valueOf>c</a>',
  'a[^document] b[^forms]\n\n[^document]: <form name=forms><input name=action>\n[^forms]: <img name=document>',
  'a[^note-1]\n\n[^note-1]: <a id=note-1 name=ref-1 href=javascript:hit()>x</a>',
  // The text of a footnote.
  'a[^1]\n\n[^1]: [x](javascript:hit()) ![y](https://evil.example/i)',
  'a[^1]\n\n[^1]: <img src=x onerror=hit()>\n\n    <script>hit()</script>',
  '[^1]: [^1]: [^1]: <img src=x onerror=hit()>',
  '- a[^1]\n\n  [^1]: </li></ul><img src=x onerror=hit()>',
  'a[^1]\n\n[^1]: ```\n    </code></pre><img src=x onerror=hit()>\n    ```',
  // Footnotes that are links, images or link definitions as well.
  'a[^1](javascript:hit())',
  '[a[^1]](javascript:hit())\n\n[^1]: x',
  '[x][^1] [y][1]\n\n[^1]: javascript:hit()\n\n[1]: javascript:hit()',
  '![x][^i] ![y][i]\n\n[^i]: https://evil.example/i.png\n\n[i]: https://evil.example/i.png',
  '<a href="#note-1" id=evil name=evil onclick=hit()>1</a> a[^1]\n\n[^1]: x',
  '<sup><a href="#note-1&#10;javascript:hit()" style="position:fixed">1</a></sup> a[^1]\n\n[^1]: x',
];

const ALERTS = [
  '> [!NOTE]<img src=x onerror=hit()>\n> x',
  '> [!NOTE] <b onclick=hit() style="position:fixed">title</b>\n> x',
  '> [!<img src=x onerror=hit()>]\n> x',
  '> [!WARNING]\n> <div style="position:fixed;inset:0" class=overlay id=location>x</div>',
  '> [!NOTE]\n> [!TIP]\n> [x](javascript:hit())',
  '> > [!CAUTION]\n> > <svg onload=hit()>',
  '> [[!NOTE]](javascript:hit())\n> x',
  '> [!NOTE]\n<img src=x onerror=hit()>',
  '> [!__proto__]\n> <img src=x onerror=hit()>\n\n> [!constructor]\n> <b id=constructor>x</b>',
  '<blockquote class="markdown-alert" onclick=hit()>\n\n[!NOTE]\n<b class=overlay>x</b>\n\n</blockquote>',
];

const CITATIONS = [
  'a【1†javascript:hit()】 [x](javascript:hit())',
  'a【1†x】(javascript:hit()) [【1†x】](javascript:hit())',
  'a【1†x](javascript:hit())】 [y【1†](javascript:hit())】',
  '【<img src=x onerror=hit()>】【1<img src=x onerror=hit()>†x】',
  '[1][2]\n\n[1]: javascript:hit()\n[2]: data:text/html,<script>hit()</script>',
  '[[1]](javascript:hit()) [1](vbscript:hit()) [1]: javascript:hit()',
  'a【1†">】<a href="javascript:hit()">x</a>【2†】',
  '【__proto__†x】【1:__proto__†x】<b id=__proto__ name=__proto__>x</b>',
  '[doc1] and [doc2][]\n\n[doc1]: javascript:hit()\n[doc2]: <data:text/html,x>',
  '![1][1]\n\n[1]: https://evil.example/i.png "【1†x】"',
];

const MARKED_WORDS = [
  '==<img src=x onerror=hit()>==',
  '==[x](javascript:hit())== ==![x](https://evil.example/i)==',
  '==a&lt;img src=x onerror=hit()&gt;== ==<b onclick=hit()>b</b>&quot;onclick=hit()==',
  '==a==<script>hit()</script>==b==',
  '<mark onclick=hit() id=evil style="position:fixed">x</mark> ==y==',
  '==$x_1</mark><img src=x onerror=hit()>$==',
  '==`</mark></code><img src=x onerror=hit()>`==',
  'H~<img src=x onerror=hit()>~O ~[x](javascript:hit())~',
];

const LANGUAGES = [
  '```__proto__\n</code></pre><img src=x onerror=hit()>\n```',
  '```constructor\n</code></pre><script>hit()</script>\n```',
  '```"><img src=x onerror=hit()>\nx\n```',
  '```js&#32;overlay&quot;&#32;onclick=&quot;hit()\nx\n```',
  '~~~js"style="position:fixed\nx\n~~~',
  '<code class="language-js overlay">x</code><code class="overlay">y</code><pre class="language-js">z</pre>',
];

const LINE_ENDS = [
  'one\n<img\nsrc=x\nonerror=hit()>\ntwo',
  '<a\nhref="java\nscript:hit()"\nstyle="position:fixed">x</a>',
  '[x](\njavascript:hit()\n) [y](<javascript:hit()>\n"t")',
  '[x]\n[r]\n\n[r]:\njavascript:hit()',
  'one\r<script>hit()\r</script>\r[x](javascript:hit())',
  'one\u2028<img src=x onerror=hit()>\u2028[x](\u2028javascript:hit())',
  'one<br/onclick=hit() id=evil>\ntwo<br style="position:fixed">\n',
  'one\\\n<img src=x onerror=hit()>  \n<b onclick=hit()>two</b>',
];

/** Constructs beyond GFM as an attacker writes them, each with something that must not get through. */
export const HOSTILE_SHAPES: readonly string[] = [
  ...MATHS,
  ...NOTES,
  ...ALERTS,
  ...CITATIONS,
  ...MARKED_WORDS,
  ...LANGUAGES,
  ...LINE_ENDS,
];
