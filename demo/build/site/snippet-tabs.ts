import { FORMS } from '../snippets/forms.ts';
import { EXAMPLE_SOURCE } from '../snippets/pages.ts';
import { escapeHtml } from './escape-html.ts';

/** One tab for each form of the snippet; the first is chosen. */
export function tabsHtml(): string {
  return FORMS.map(({ id, title }, index) => {
    const state = `aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}"`;
    return `<button type="button" role="tab" id="tab-${id}" aria-controls="snippet-panel" ${state}>${title}</button>`;
  }).join('\n');
}

/** The first form, as it is shown without scripts and before anybody has chosen anything. */
export function firstSnippetHtml(): string {
  const [form] = FORMS;
  if (!form) return '';
  const nothing = { source: EXAMPLE_SOURCE, settings: {}, tokens: {}, forAuthors: new Set<string>() };
  const blocks = form.snippets(nothing).map(
    ({ code }) =>
      `<figure class="snippet"><pre tabindex="0" aria-label="${form.title}"><code id="snippet-0">${escapeHtml(code)}</code></pre>
<button type="button" class="button copy needs-script" data-copy="snippet-0">Copy</button></figure>`,
  );
  return `<p>${escapeHtml(form.note)}</p>${blocks.join('')}`;
}
