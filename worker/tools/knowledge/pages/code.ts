import type TurndownService from 'turndown';
import { removeAll, replaceAll } from './replace-all.ts';
import { textOf } from './web-page.ts';

/** As Chroma (Hugo), Pygments (Sphinx), Prism and highlight.js write them. */
const LINE_NUMBERS = 'pre :is(.ln, .lnt, .lineno, .linenos, .linenumber, .line-number)';
/** Expressive Code (Starlight) has each line in a block; Node's documentation has one `code` for each kind of modules. */
const LINES = 'pre li, :is(pre, pre > code) > div, pre > code:has(+ code)';

/** Makes the text of each `pre` the code that a reader sees. Changes the element. */
export function prepareCode(content: HTMLElement): void {
  removeAll(content.querySelectorAll(LINE_NUMBERS));
  // Docusaurus ends the lines of its code so.
  const breaks = [...content.querySelectorAll('pre br')];
  replaceAll(new Map(breaks.map((lineBreak) => [lineBreak, content.ownerDocument.createTextNode('\n')])));
  for (const line of content.querySelectorAll(LINES)) {
    const isEnded = line.textContent?.endsWith('\n') || line.nextSibling?.textContent?.startsWith('\n');
    // In it: behind it, jsdom counts the lines before it each time.
    if (!isEnded) line.append('\n');
  }
  for (const code of content.querySelectorAll('pre')) {
    const name = code.previousElementSibling;
    // VitePress: `<div class="language-sh"><span class="lang">sh</span><pre>…`
    if (name !== null && textOf(name) !== '' && textOf(name).toLowerCase() === languageOf(code))
      name.remove();
  }
}

/**
 * Teaches Turndown code: its own rule is for `<pre><code>` only, and leaves the lines of a bare `<pre>` to be joined.
 */
export function addCodeRule(service: TurndownService): void {
  service.addRule('code', {
    filter: 'pre',
    replacement: (_content, node) => {
      const text = (node.textContent ?? '').replace(/^\n|\s+$/g, '');
      const fence = /^`{3,}/m.test(text) ? '~~~' : '```';
      return `\n\n${fence}${'closest' in node ? languageOf(node) : ''}\n${text}\n${fence}\n\n`;
    },
  });
}

/** `sh` of `<pre><code class="language-sh">`, or of `<div class="language-sh highlighter-rouge"><div><pre>`. */
function languageOf(code: Element): string {
  const around = code.parentElement?.closest('[class*="language-"]');
  const names = [code, code.querySelector('code'), around].map((each) => each?.className);
  return /\blang(?:uage)?-([\w+#-]+)/.exec(names.join(' '))?.[1] ?? '';
}
