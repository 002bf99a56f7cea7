import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isRetryable } from '../../conversation/reducer.ts';
import type { ConversationState } from '../../conversation/state.ts';
import { type MarkdownPolicy } from '../../markdown/index.ts';
import type { Service } from '../panel/service-view.ts';
import type { Strings } from '../words/strings.ts';
import { alertIcon, latestIcon } from '../panel/icons.ts';
import { messageTemplate, typingIndicator } from '../message/message.ts';
import { settledLink } from '../message/link-attributes.ts';
import { streamedMarkdown } from '../message/streamed-markdown.ts';

/** What the transcript shows and whom it tells. */
export interface TranscriptView {
  readonly state: ConversationState;
  readonly strings: Strings;
  readonly policy: MarkdownPolicy;
  readonly service: Service | undefined;
  readonly greeting: string;
  readonly suggestions: readonly string[];
  readonly contactUrl: string;
  readonly isAtEnd: boolean;
  readonly isDisabled: boolean;
  readonly handleScroll: () => void;
  readonly handleClick: (event: MouseEvent) => void;
  readonly handleSuggestion: (text: string) => void;
  readonly handleRetry: () => void;
  readonly handleLatest: () => void;
}

/** The scrolling list of messages with whatever follows the last one. */
export function transcriptTemplate(view: TranscriptView): TemplateResult {
  const { state, strings } = view;
  return html`<div class="scroll-area">
    <div
      class="transcript"
      part="transcript"
      role="log"
      aria-live="off"
      aria-label=${strings.transcript}
      tabindex="0"
      @scroll=${{ handleEvent: view.handleScroll, passive: true }}
      @click=${view.handleClick}
    >
      <div class="content">
        ${state.messages.length === 0 ? emptyTemplate(view) : nothing}
        <ol class="messages">
          ${state.messages.map((message) => messageTemplate(message, view))}
        </ol>
        ${state.status === 'submitted' ? typingIndicator() : nothing} ${trouble(view)}
      </div>
    </div>
    <button
      class="latest"
      type="button"
      aria-label=${strings.latest}
      ?hidden=${view.isAtEnd}
      @click=${view.handleLatest}
    >
      ${latestIcon}
    </button>
  </div>`;
}

function emptyTemplate(view: TranscriptView): TemplateResult {
  const { strings, suggestions } = view;
  return html`<slot name="empty">
    <div class="empty">
      <div class="markdown greeting" ${streamedMarkdown(view.greeting, false, view.policy)}></div>
      ${
        suggestions.length > 0
          ? html`<ul class="suggestions" aria-label=${strings.suggestions}>
              ${suggestions.map(
                (text) =>
                  html`<li>
                    <button
                      class="suggestion"
                      part="suggestion"
                      type="button"
                      ?disabled=${view.isDisabled}
                      @click=${() => view.handleSuggestion(text)}
                    >
                      ${text}
                    </button>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
    </div>
  </slot>`;
}

/** The row under the last message that says what went wrong and offers the next step. */
function trouble(view: TranscriptView): TemplateResult | typeof nothing {
  const { state, strings } = view;
  if (state.status === 'error' && state.error) {
    return html`<div class="error" part="error" role="alert">
      ${alertIcon}
      <p>${strings.errors[state.error.code]} ${view.service?.drawWait()}</p>
      <div class="actions">${retryButton(view)} ${contactLink(view)}</div>
    </div>`;
  }
  if (state.status !== 'ready' || !isRetryable(state.messages)) return nothing;
  return html`<div class="actions">${retryButton(view)}</div>`;
}

function retryButton(view: TranscriptView): TemplateResult | typeof nothing {
  // Asking the same again cannot help a text that is too long.
  const isPointless = view.state.error?.code === 'too-large' || !isRetryable(view.state.messages);
  if (isPointless) return nothing;
  return html`<button
    class="action"
    type="button"
    ?disabled=${view.isDisabled || view.service?.isWaiting}
    @click=${view.handleRetry}
  >
    ${view.strings.retry}
  </button>`;
}

function contactLink(view: TranscriptView): TemplateResult | typeof nothing {
  const link = settledLink(view.contactUrl);
  if (!link) return nothing;
  return html`<a class="action" href=${link.href} rel=${link.rel} target=${link.target || nothing}
    >${view.strings.contact}</a
  >`;
}
