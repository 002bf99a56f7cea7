const HALF_TAGS = [
  // Half a tag at the end of a text, of a line, of a block, of a table cell.
  '<img src=x onerror=hit()',
  '<a href="javascript:hit()"',
  '<details ontoggle=hit() open',
  'a <b onclick=hit()\n\n>c</b>',
  '<kbd\nonclick=hit()\n>x</kbd>',
  '| <img src=x | onerror=hit()> |\n|---|---|\n| <b onclick="hit() | x">y</b> |',
  '- <img src=x\n- onerror=hit()>',
  '> <a href=javascript:hit()\n\n>x</a>',
  '<b<img src=x onerror=hit()>>x</b>',
  '<<b>img src=x onerror=hit()></b>',
  '<b>x</b<img src=x onerror=hit()>',
  '<sub><sup><kbd><b onmouseover=hit()>x</sub></sup></kbd></b>',
];

const ATTRIBUTES = [
  // `>` and quotes in attribute values; event handlers on allowed elements.
  '<b title="a > b" onclick=hit()>x</b>',
  `<b title='a > b' onclick='hit()'>x</b>`,
  '<b title="a" "onclick=hit()>x</b>',
  '<b title=">" onclick="hit()" x=">y</b>',
  '<b/onclick=hit()//title=x>y</b>',
  '<b\tonclick\t=\thit()>x</b>',
  '<b\fonclick=hit()>x</b>',
  '<B ONCLICK=hit()>x</b>',
  '<kbd style="position:fixed;inset:0" class=overlay id=location name=cookie>x</kbd>',
  '<mark title=x title=y onclick=hit()>x</mark><abbr title="<img src=x onerror=hit()>">y</abbr>',
  '<abbr title="&quot; onclick=&quot;hit()">x</abbr><abbr title=`onclick=hit()`>y</abbr>',
  '<a href="https://ok.example/" onclick="hit()" ping="https://evil.example/p" target=_self rel=opener>x</a>',
  '<a title="x" href=javascript:hit()>x</a><a href=\'java\nscript:hit()\'>y</a>',
  '<a href="javascript:hit()" href="https://ok.example/">x</a><a href="https://ok.example/" href="javascript:hit()">y</a>',
  '<a href="javascript&colon;hit()">x</a><a href="&#1;javascript:hit()">y</a><a href="data:text/html,<script>hit()</script>">z</a>',
  '<a href=vbscript:hit()>*x*</a><a href="https://ok.example/">[y](javascript:hit())</a>',
  '<img alt="x" src="https://evil.example/i.png" onerror=hit()><img src="//evil.example/i">',
  '<img src="javascript:hit()" alt="<b onclick=hit()>"><img src="data:image/svg+xml,<svg onload=hit()>">',
  '<q cite="javascript:hit()">x</q><del cite="https://evil.example/" datetime=x>y</del><ins cite=javascript:hit()>z</ins>',
  '<code class="language-js overlay" onclick=hit()>x</code><code class=overlay>y</code>',
];

const BREAKS = [
  '<br onclick=hit()>x<br/onmouseover=hit()>y<br style="position:fixed" id=location>z',
  '<br\nonclick=hit()>x</br onclick=hit()>y',
  '<br<img src=x onerror=hit()>>x',
  '<br title="x > y" onclick="hit()">z<br title="',
  '| a<br/ onclick=hit()>b | <br><img src=x onerror=hit()> |\n|---|---|',
  '<BR/><bR onclick=hit()/><br \u0000onclick=hit()>',
];

const COMMENTS = [
  '<!-- <img src=x onerror=hit()>',
  '<!-- a --!><img src=x onerror=hit()>-->',
  '<!--> <img src=x onerror=hit()> -->',
  '<!---><img src=x onerror=hit()>-->',
  '<!-- <!-- --> <img src=x onerror=hit()> -->',
  '<!-- a -- > <b onclick=hit()>x</b> -- ><img src=x onerror=hit()>',
  '<!--[if gte IE 4]><script>hit()</script><![endif]-->',
  '<!-\n- <img src=x onerror=hit()> -->',
  'a <!-- b\n\n<img src=x onerror=hit()>\n\n--> c',
  '`<!--` <img src=x onerror=hit()> `-->`',
  '<b title="<!--">x</b> <img src=x onerror=hit()> <!-- "> -->',
  '- <!-- \n- <img src=x onerror=hit()>\n- -->',
  '<details><summary><!-- </summary><img src=x onerror=hit()> --></summary>x</details>',
];

const DECLARATIONS = [
  '<![CDATA[<img src=x onerror=hit()>]]>',
  '<![CDATA[ ]]><img src=x onerror=hit()>]]>',
  '<svg><![CDATA[</svg><img src=x onerror=hit()>]]></svg>',
  '<?xml version="1.0"?><?xml-stylesheet type="text/css" href="https://evil.example/c"?>',
  '<? ><img src=x onerror=hit()> ?>',
  '<!DOCTYPE html [<!ENTITY x "<img src=y onerror=hit()>">]>&x;',
  '<!ELEMENT br EMPTY><img src=x onerror=hit()>',
  '</ onclick=hit()><img src=x onerror=hit()>',
];

const DETAILS = [
  '<details ontoggle=hit() open>\n<summary>x</summary>\n\ny\n\n</details>',
  '<details open ontoggle="hit()"><summary onclick="hit()">x</summary><img src=x onerror=hit()></details>',
  '<details\nopen\nontoggle=hit()\n>\n<summary>x</summary>\n</details>',
  '<details open style="position:fixed;inset:0" id=location name=x class=overlay>\n<summary class=overlay>x</summary>\n\ny\n</details>',
  '<details>\n<summary>[x](javascript:hit()) <a href=javascript:hit()>y</a> ![z](https://evil.example/s)</summary>\n\n![z](https://evil.example/d)\n\n</details>',
  '<summary onclick=hit()>x</summary>\n\n<summary>y <img src=x onerror=hit()></summary>',
  '<details>\n<summary>x</summary>\n\n<script>hit()</script>\n\n<iframe src=javascript:hit()></iframe>\n\n</details>',
  '<details>\n<summary>x</summary>\n\n```\n</details><img src=x onerror=hit()>\n```\n\n</details>',
  '<details>\n<summary>x</summary>\n\n<details open ontoggle=hit()>\n<summary>y</summary>\n\n<b onclick=hit()>z\n\n</details>\n</details></details><img src=x onerror=hit()>',
  '<details>\n<summary>x\n\n<img src=x onerror=hit()>\n\n</summary>\n\n</details>',
];

const TABLES = [
  '<table><tr><td><script>hit()</script></td></tr></table>',
  '<table onclick=hit() background="https://evil.example/t"><tr><td background="https://evil.example/d" onclick=hit()>x</td></tr></table>',
  // Content between table rows, which browsers move in front of the table.
  '<table><img src=x onerror=hit()><tr><td>x</td></tr><a href=javascript:hit()>y</a></table>',
  '<table><tr><td>x</td></tr><script>hit()</script><style>*{background:url(https://evil.example/s)}</style></table>',
  '<table><caption><svg onload=hit()></caption><colgroup><col onclick=hit() style="background:url(https://evil.example/c)"></colgroup></table>',
  '<table><tr><td><table><tr><td><img src=x onerror=hit()></td></tr></table></td></tr></table>',
  '<table><form action="https://evil.example/f"><input type=hidden name=x><tr><td><button formaction=javascript:hit()>x</button></td></tr></form></table>',
  '<table><tr><td>`</td></tr></table><img src=x onerror=hit()>`</table>',
  '<table><template><tr><td><img src=x onerror=hit()></td></tr></template></table>',
  '<table><tr><td>x</table><table><tr><td><a href=javascript:hit()>y</a>',
];

const MUTATIONS = [
  // HTML that is harmless when it is parsed once, and dangerous when it is parsed again.
  '<table><tr><td><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=hit()&gt;"></table></mtext></math></td></tr></table>',
  '<table><tr><td><svg></p><style><g title="</style><img src=x onerror=hit()>"></svg></td></tr></table>',
  '<table><tr><td><noscript><p title="</noscript><img src=x onerror=hit()>"></td></tr></table>',
  '<div><form><math><mtext></form><form><mglyph><style></math><img src=x onerror=hit()></div>',
  '<div><svg><title><style><img src=x onerror=hit()></style></title></svg></div>',
  '<div><xmp><p title="</xmp><img src=x onerror=hit()>"></div>',
  '<div><textarea><p title="</textarea><img src=x onerror=hit()>"></div>',
  '<p><select><math><style></select><img src=x onerror=hit()></style></math></p>',
  '<blockquote><math><annotation-xml encoding="text/html"><p title="</annotation-xml><img src=x onerror=hit()>"></math></blockquote>',
  '<div><svg><desc><table><tr><td></svg><a href=javascript:hit()>x</a></td></tr></table></desc></svg></div>',
  '<ul><li><svg><foreignObject><iframe srcdoc="<script>parent.hit()</script>"></foreignObject></svg></li></ul>',
  '<h2><font color="<img src=x onerror=hit()>"><p><b onclick=hit()>x</h2>',
];

const CHARACTERS = [
  '&lt;img src=x onerror=hit()&gt; &#60;script>hit()&#60;/script>',
  '<&#98; onclick=hit()>x</b> <b&#32;onclick=hit()>y</b>',
  '<b \u0000onclick=hit()>x</b><im\u0000g src=x onerror=hit()>',
  '<b\u00a0onclick=hit()>x</b><b\u2028onclick=hit()>y</b>',
  '<ſcript>hit()</ſcript><İmg src=x onerror=hit()>＜img src=x onerror=hit()＞',
  '\\<img src=x onerror=hit()> \\\\<img src=x onerror=hit()> <\\img src=x onerror=hit()>',
  '`<b>`<b onclick=hit()>`</b>` x</b>',
  '*<b onclick=hit()>* x **</b><img src=x onerror=hit()>**',
  '[<b onclick=hit()>x](javascript:hit())</b> [<img src=x onerror=hit()>][r]\n\n[r]: javascript:hit()',
  '$<b onclick=hit()>x</b>_1$ ==<mark onclick=hit()>y</mark>== [^<img src=x onerror=hit()>]',
];

/**
 * Attacks on the parsing of tags: half tags, attributes, comments, blocks of HTML, and the changes that
 * browsers make to them.
 */
export const HOSTILE_TAGS: readonly string[] = [
  ...HALF_TAGS,
  ...ATTRIBUTES,
  ...BREAKS,
  ...COMMENTS,
  ...DECLARATIONS,
  ...DETAILS,
  ...TABLES,
  ...MUTATIONS,
  ...CHARACTERS,
];
