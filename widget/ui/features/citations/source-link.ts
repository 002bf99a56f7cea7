import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import type { SourcePart } from '../../../protocol/chat-message.ts';
import { titleOf } from '../../base/title-of.ts';

/** The site of a source, such as `example.com`; empty for a source without a web address. */
export function siteOf({ url }: SourcePart): string {
  const link = linkAttributes(url);
  if (!link) return '';
  const { protocol, host } = new URL(link.href, document.baseURI);
  return protocol.startsWith('http') ? host.replace(/^www\./, '') : '';
}

/** A source with its number, as a link; as text where it has no usable address. */
export function renderSourceLink(
  source: SourcePart,
  number: number,
  handleLink: (event: MouseEvent, source: SourcePart) => void,
): TemplateResult {
  const link = linkAttributes(source.url);
  const site = siteOf(source);
  const content = html`<span class="number">${number}</span
    ><span class="title"><bdi>${titleOf(source)}</bdi></span>
    ${site ? html`<span class="site">${site}</span>` : nothing}`;
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
