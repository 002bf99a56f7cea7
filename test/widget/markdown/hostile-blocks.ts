/** Blocks of HTML, which are drawn only after the sanitizer has loaded. */
export const BLOCKS: readonly string[] = [
  '<table><tr><td>a <img src=x onerror=hit()></td></tr></table>',
  '<div onclick=hit() style="background:url(https://evil.example/d)" id=location>a</div>',
  '<p>a <script>hit()</script> b <iframe src=javascript:hit()></iframe></p>',
  '<ul><li><a href="javascript:hit()">a</a> <a href="/" ping="https://evil.example/p" onfocus=hit() autofocus>more</a></li></ul>',
  '<blockquote>a <svg onload=hit()><style>@import "https://evil.example/s"</style></svg></blockquote>',
  '<h2>a <img src="https://evil.example/i.png" srcset="https://evil.example/j.png 2x"></h2>',
  // Text that turns into markup when it is parsed a second time.
  '<div>a &lt;img src=x onerror=hit()&gt; &#60;script&#62;hit()&#60;/script&#62; &amp;lt;svg onload=hit()&amp;gt;</div>',
  '<table><tr><td>a <noscript><p title="</noscript><img src=x onerror=hit()>"></noscript></td></tr></table>',
  '<dl><dt>a <form action="https://evil.example/f"><button formaction=javascript:hit()>b</button></form></dt></dl>',
  '<div>a <video src="https://evil.example/v" autoplay></video><object data="https://evil.example/o"></object></div>',
];

/** Markdown around a block of HTML: every place where a block may stand. */
const PLACES: readonly ((block: string) => string)[] = [
  (block) => block,
  (block) => `Words.\n\n${block}\n\nMore words.`,
  (block) => `- ${block}\n- more`,
  (block) => `1. words\n\n   ${block}\n\n2. more`,
  (block) => `> ${block}\n>\n> more`,
  (block) => `<details open>\n<summary>Words</summary>\n\n${block}\n\n</details>`,
  (block) => `:::note\n${block}\n:::\n`,
  (block) => `Words[^1].\n\n[^1]: ${block}\n`,
];

/** Every hostile block of HTML in every place of a document. */
export const HOSTILE_BLOCKS: readonly string[] = PLACES.flatMap((place) => BLOCKS.map(place));
