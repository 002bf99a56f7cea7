import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import type { Snippet } from '../../../protocol/search-results.ts';
import type { Choice } from './choices.ts';

/** Options for drawing one line of the list of results. */
export interface LineView {
  readonly id: string;
  /** Whether Enter chooses this line. */
  readonly isActive: boolean;
  readonly handlePress: (event: MouseEvent) => void;
  readonly handleHover: () => void;
}

const pageIcon = icon(svg`<path d="M7 3.5h7l4 4v13H7ZM14 3.5v4h4M10 12h5M10 16h5" />`);

/** A page among the results, or one of its sections under it. */
export function renderResult({ page, heading }: Choice & { kind: 'result' }, line: LineView): TemplateResult {
  const { title, url, snippet } = heading ?? page;
  const link = linkAttributes(url);
  const path = heading ? '' : page.breadcrumb.join(' › ');
  return html`<a
    id=${line.id}
    class="search-line ${heading ? 'found-section' : 'found-page'}"
    part="search__result"
    role="option"
    tabindex="-1"
    aria-selected=${String(line.isActive)}
    href=${link?.href ?? nothing}
    rel=${isForeign(link) ? 'noopener noreferrer' : nothing}
    @mousedown=${keepFocus}
    @pointermove=${line.handleHover}
    @click=${line.handlePress}
  >
    ${heading ? html`<span class="search-mark" aria-hidden="true">#</span>` : pageIcon}
    <span class="search-words">
      <bdi class="search-title">${title}</bdi>
      ${heading ? html`<span class="visually-hidden">(${page.title})</span>` : nothing}
      ${path ? html`<bdi class="search-path">${path}</bdi>` : nothing}
      ${snippet?.text ? html`<span class="search-snippet"><bdi>${renderMarked(snippet)}</bdi></span>` : nothing}
    </span>
  </a>`;
}

function isForeign(link: { readonly target?: string } | undefined): boolean {
  return link?.target !== undefined;
}

/** A text with the found words marked. */
function renderMarked({ text, ranges }: Snippet): readonly unknown[] {
  let from = 0;
  const pieces = ranges.flatMap(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return [before, html`<mark>${text.slice(start, end)}</mark>`];
  });
  return [...pieces, text.slice(from)];
}

/** Keeps focus in the field, so that typing continues there. */
export function keepFocus(event: Event): void {
  event.preventDefault();
}
