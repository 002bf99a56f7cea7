import { html, nothing, type TemplateResult } from '../html.ts';
import { type ChatMessage, type SourcePart, sourcesOf } from '../../protocol/chat-message.ts';
import { linkAttributes } from '../../markdown/url-gate.ts';
import type { MessageView } from './message.ts';

type SourceView = Pick<MessageView, 'words' | 'handleLink'>;

/** The numbered sources under an answer; a source without a usable address is no link. */
export function sourceList(message: ChatMessage, view: SourceView): TemplateResult | typeof nothing {
  const sources = sourcesOf(message);
  if (sources.length === 0) return nothing;
  return html`<ol class="sources" part="sources" aria-label=${view.words.sources}>
    ${sources.map((source, index) => html`<li>${sourceItem(source, index + 1, view)}</li>`)}
  </ol>`;
}

function sourceItem(source: SourcePart, number: number, view: SourceView): TemplateResult {
  const label = html`<span class="number">${number}</span
    ><bdi class="title">${source.title || source.url || source.id}</bdi>`;
  const link = linkAttributes(source.url);
  if (!link) return html`<span class="source" title=${source.snippet}>${label}</span>`;
  return html`<a
    class="source"
    href=${link.href}
    title=${source.snippet}
    rel=${link.rel}
    target=${link.target ?? nothing}
    @click=${(event: MouseEvent) => view.handleLink(event, source)}
    >${label}</a
  >`;
}
