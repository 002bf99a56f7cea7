import { html, type TemplateResult } from '../../base/html.ts';
import { type ChatMessage, type SourcePart, sourcesOf } from '../../../protocol/chat-message.ts';
import type { Strings } from '../../strings/strings.ts';
import { renderSourceLink } from './source-link.ts';

/** The sources of an answer with their numbers, cited ones first. A source without a usable address is no link. */
export function renderSourceList(
  message: ChatMessage,
  cited: ReadonlySet<number>,
  strings: Strings,
  handleLink: (event: MouseEvent, source: SourcePart) => void,
): TemplateResult {
  const sources = sourcesOf(message).map((source, index) => ({ source, number: index + 1 }));
  const ordered = [
    ...sources.filter(({ number }) => cited.has(number)),
    ...sources.filter(({ number }) => !cited.has(number)),
  ];
  return html`<ul class="sources" part="sources" aria-label=${strings.sources}>
    ${ordered.map(
      ({ source, number }) =>
        html`<li class=${cited.has(number) ? 'cited' : ''}>
          ${renderSourceLink(source, number, handleLink)}
        </li>`,
    )}
  </ul>`;
}
