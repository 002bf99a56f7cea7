import { html, nothing, type TemplateResult } from 'lit/html.js';
import { type MarkdownPolicy } from '../../markdown/index.ts';
import { type ChatMessage, type SourcePart, sourcesOf, textOf } from '../../protocol/chat-message.ts';
import type { Service } from '../panel/service-view.ts';
import type { Strings } from '../words/strings.ts';
import { settledLink } from './link-attributes.ts';
import { streamedMarkdown } from './streamed-markdown.ts';

/** What messages are drawn with. */
export interface MessageView {
  readonly strings: Strings;
  readonly policy: MarkdownPolicy;
  readonly service: Service | undefined;
}

/** One message of the transcript. */
export function messageTemplate(message: ChatMessage, view: MessageView): TemplateResult {
  const { strings, policy } = view;
  return html`<li class="message ${message.role} ${message.status}" part="message message--${message.role}">
    <span class="visually-hidden">${message.role === 'user' ? strings.youSaid : strings.assistantSaid}</span>
    ${message.role === 'user' ? userBody(message) : assistantBody(message, policy)}
    ${message.role === 'assistant' && message.status !== 'streaming' ? sourceList(message, strings) : nothing}
    ${statusNote(message, strings)} ${view.service?.drawRating(message)}
  </li>`;
}

function userBody(message: ChatMessage): TemplateResult {
  return html`<div class="bubble" part="message__body" dir="auto">${textOf(message)}</div>`;
}

function assistantBody(message: ChatMessage, policy: MarkdownPolicy): TemplateResult {
  const text = textOf(message);
  const isStreaming = message.status === 'streaming';
  return html`<div class="markdown" part="message__body" ${streamedMarkdown(text, isStreaming, policy)}></div>
    ${isStreaming && text === '' ? typingIndicator() : nothing}`;
}

/** Three dots while no text has arrived; decoration, as the live region says the same in words. */
export function typingIndicator(): TemplateResult {
  return html`<span class="typing" aria-hidden="true"><i></i><i></i><i></i></span>`;
}

function sourceList(message: ChatMessage, strings: Strings): TemplateResult | typeof nothing {
  const sources = sourcesOf(message);
  if (sources.length === 0) return nothing;
  return html`<ol class="sources" part="sources" aria-label=${strings.sources}>
    ${sources.map((source, index) => html`<li>${sourceLink(message.id, source, index)}</li>`)}
  </ol>`;
}

function sourceLink(messageId: string, source: SourcePart, index: number): TemplateResult {
  const label = html`<span class="number">${index + 1}</span
    ><bdi class="title">${source.title || source.url || source.id}</bdi>`;
  const link = settledLink(source.url);
  if (!link) return html`<span class="source" title=${source.snippet}>${label}</span>`;
  return html`<a
    class="source"
    href=${link.href}
    title=${source.snippet}
    rel=${link.rel}
    target=${link.target || nothing}
    data-message=${messageId}
    data-source=${index}
    >${label}</a
  >`;
}

function statusNote(message: ChatMessage, strings: Strings): TemplateResult | typeof nothing {
  const words = {
    stopped: strings.stopped,
    truncated: strings.truncated,
    failed: message.role === 'user' ? strings.unsent : strings.truncated,
    complete: '',
    streaming: '',
  }[message.status];
  return words ? html`<p class="note">${words}</p>` : nothing;
}
