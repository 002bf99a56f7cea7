import { createRequire } from 'node:module';
import TurndownService, { type Plugin } from 'turndown';

/** The package has no types. */
const { tables }: { readonly tables: Plugin } = createRequire(import.meta.url)('@joplin/turndown-plugin-gfm');

/** Turns content into markdown: links are absolute, code is fenced, tables are GitHub's. Changes the element. */
export function toMarkdown(content: HTMLElement): string {
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href]'))
    if (/^https?:|^mailto:|^tel:/.test(link.href)) link.setAttribute('href', link.href);
    else link.removeAttribute('href');
  // Docusaurus ends the lines of its code so.
  for (const lineBreak of content.querySelectorAll('pre br')) lineBreak.replaceWith('\n');
  return service.turndown(content);
}

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});
service.use(tables);
// Turndown's own rule is for `<pre><code>` only, and leaves the lines of a bare `<pre>` to be joined.
service.addRule('code', {
  filter: 'pre',
  replacement: (_content, node) => {
    const text = (node.textContent ?? '').replace(/^\n|\s+$/g, '');
    const fence = /^`{3,}/m.test(text) ? '~~~' : '```';
    return `\n\n${fence}${languageOf(node)}\n${text}\n${fence}\n\n`;
  },
});

/** `<pre><code class="language-sh">` is in `sh`. */
function languageOf(node: TurndownService.Node): string {
  const names = 'className' in node ? [node.className, node.querySelector('code')?.className] : [];
  return /\blang(?:uage)?-([\w+#-]+)/.exec(names.join(' '))?.[1] ?? '';
}
