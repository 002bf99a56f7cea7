import type { Page } from './chunk-markdown.ts';

const STYLE = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 16%,transparent)}
body{margin:0;font:1rem/1.65 system-ui,sans-serif;display:grid;grid-template-columns:minmax(0,14rem) minmax(0,46rem);gap:3rem;justify-content:center;padding:2.5rem 1.25rem}
nav a{display:block;padding:.25rem 0;color:inherit;text-decoration:none;opacity:.75}nav a:hover{text-decoration:underline}nav a[aria-current]{opacity:1;font-weight:600}
h1{line-height:1.2;margin-top:0}h2{margin-top:2.5rem}:target{scroll-margin-top:1rem}
pre{overflow-x:auto;padding:1rem;border:1px solid var(--line);border-radius:.5rem;font-size:.875rem}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
@media(max-width:48rem){body{display:block}nav{margin-bottom:2rem}}`;

/** One page of the documentation as a file of its own, with links to the others and the chat itself. */
export function renderPage(current: string, pages: ReadonlyMap<string, Page>): string {
  const page = pages.get(current);
  if (page === undefined) throw new RangeError(`there is no page ${current}`);
  const links = [...pages].map(
    ([id, { title }]) =>
      `<a href="./${id}"${id === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<nav aria-label="Documentation"><a href="/">Demo</a>${links.join('')}</nav>
<main>
${page.html}</main>
<script src="/cf-ai-chat.js" async></script>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
