import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import type { SourcePart } from '../../../protocol/chat-message.ts';

/** The site of a source, as visitors know it: `example.com`. Empty for a source without an address. */
export function siteOf({ url }: SourcePart): string {
  const link = linkAttributes(url);
  if (!link) return '';
  const { protocol, host } = new URL(link.href, document.baseURI);
  return protocol.startsWith('http') ? host.replace(/^www\./, '') : '';
}

/** A link to a source around its content; the content alone where the source has no address. */
export function renderSourceLink(
  source: SourcePart,
  content: TemplateResult,
  handleLink: (event: MouseEvent, source: SourcePart) => void,
): TemplateResult {
  const link = linkAttributes(source.url);
  if (!link) return html`<span class="source">${content}</span>`;
  return html`<a
    class="source"
    href=${link.href}
    rel=${link.rel}
    target=${link.target ?? nothing}
    @click=${(event: MouseEvent) => handleLink(event, source)}
    >${content}</a
  >`;
}
