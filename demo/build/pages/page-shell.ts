import { escapeHtml } from '../site/escape-html.ts';
import type { NavigationGroup } from './navigation.ts';

/** What the frame of a page shows besides its text. */
export interface PageShell {
  readonly id: string;
  readonly title: string;
  /** One sentence for search engines. */
  readonly description: string;
  /** Headings of the second level. */
  readonly sections: readonly { readonly text: string; readonly anchor: string }[];
  readonly navigation: readonly NavigationGroup[];
  readonly titles: ReadonlyMap<string, string>;
}

/**
 * The HTML of a page of the documentation, with an empty `main`. Only the chat and the search box, which also asks the chat, need
 * scripts.
 */
export function renderShell({ id, title, description, sections, navigation, titles }: PageShell): string {
  const link = (page: string): string =>
    `<li><a href="${addressOf(page)}"${page === id ? ' aria-current="page"' : ''}>${escapeHtml(titles.get(page) ?? page)}</a></li>`;
  const groups = navigation.map(
    (group) => `<h2>${escapeHtml(group.title)}</h2>\n<ul>${group.pages.map(link).join('\n')}</ul>`,
  );
  const contents = sections.map(
    ({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · &lt;cf-ai-chat&gt;</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<meta name="application-name" content="cf-ai-chat">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/site.css">
<link rel="stylesheet" href="/docs.css">
<script src="/cf-ai-chat.js" data-disclaimer="Answers come from this documentation, and can be wrong." data-hotkey="mod+k" data-open-on="#question" defer></script>
<script src="/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="site-header">
<div>
<a class="site-name" href="/">&lt;cf-ai-chat&gt;</a>
<form class="ask" role="search">
<label for="question">Search the docs</label>
<span class="keyed"><input id="question" name="question" type="text" autocomplete="off" required maxlength="500" placeholder="Search or ask…"><kbd>Ctrl K</kbd></span>
</form>
<nav class="site-nav" aria-label="Site">
<a href="/">Demo</a>
<a class="to-pages" href="#pages">All pages</a>
</nav>
</div>
</header>
<div class="columns">
<main id="text" tabindex="-1"></main>
<nav class="pages" id="pages" aria-label="Documentation">
${groups.join('\n')}
</nav>
${contents.length > 1 ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2>\n<ul>${contents.join('\n')}</ul></nav>` : ''}
</div>
<footer class="site-footer">
<div>
<a href="/">Demo</a>
<a href="/docs/troubleshooting">Help</a>
<a href="/docs/privacy">Privacy</a>
<a href="/docs/accessibility">Accessibility</a>
<span>MIT licence</span>
</div>
</footer>
</body>
</html>
`;
}

/** The address of a page: `/docs/` for `index`. */
function addressOf(id: string): string {
  return `/docs/${id === 'index' ? '' : id}`;
}
