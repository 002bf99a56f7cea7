import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isRetryable } from '../../conversation/reducer.ts';
import type { ConversationState } from '../../conversation/state.ts';
import { linkAttributes } from '../../markdown/url-gate.ts';
import { markdown } from '../message/markdown.ts';
import { messageTemplate, type MessageView, typingIndicator } from '../message/message.ts';
import { avatarTemplate } from '../panel/header.ts';
import { alertIcon, askIcon, latestIcon } from '../panel/icons.ts';

/** What the transcript shows, and the handlers of its controls. */
export interface TranscriptView extends MessageView {
  readonly state: ConversationState;
  readonly greeting: string;
  /** Address of a picture that may be shown. */
  readonly avatar: string | undefined;
  readonly suggestions: readonly string[];
  readonly contactUrl: string;
  readonly isAtEnd: boolean;
  readonly isDisabled: boolean;
  /** It is too early to ask again. */
  readonly isWaiting: boolean;
  /** The time left until then. */
  readonly drawWait: () => unknown;
  readonly handleScroll: () => void;
  readonly handleSuggestion: (text: string) => void;
  readonly handleRetry: () => void;
  readonly handleLatest: () => void;
}

/** The scrolling list of messages with whatever follows the last one. */
export function transcriptTemplate(view: TranscriptView): TemplateResult {
  const { state, words } = view;
  return html`<div class="scroll-area">
    <div
      class="transcript"
      part="transcript"
      role="log"
      aria-live="off"
      aria-label=${words.transcript}
      tabindex="0"
      @scroll=${{ handleEvent: view.handleScroll, passive: true }}
    >
      <div class="content">
        ${state.messages.length === 0 ? emptyTemplate(view) : nothing}
        <ol class="messages">
          ${state.messages.map((message) => messageTemplate(message, view))}
        </ol>
        ${state.status === 'submitted' ? typingIndicator() : nothing} ${failureRow(view)}
      </div>
    </div>
    <button
      class="latest"
      type="button"
      aria-label=${words.latest}
      ?hidden=${view.isAtEnd}
      @click=${view.handleLatest}
    >
      ${latestIcon}
    </button>
  </div>`;
}

function emptyTemplate(view: TranscriptView): TemplateResult {
  const { words, suggestions } = view;
  return html`<slot name="empty" @click=${view.handleLink}>
    <div class="empty">
      ${avatarTemplate(view.avatar)}
      <div class="markdown greeting" part="greeting" ${markdown(view.greeting, view.policy)}></div>
      ${
        suggestions.length > 0
          ? html`<ul class="suggestions" aria-label=${words.suggestions}>
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
                      <bdi>${text}</bdi>${askIcon}
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
function failureRow(view: TranscriptView): TemplateResult | typeof nothing {
  const { state, words } = view;
  if (state.status === 'error' && state.error) {
    return html`<div class="error" part="error" role="alert">
      ${alertIcon}
      <p>${words.errors[state.error.code]} ${view.drawWait()}</p>
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
    ?disabled=${view.isDisabled || view.isWaiting}
    @click=${view.handleRetry}
  >
    ${view.words.retry}
  </button>`;
}

function contactLink(view: TranscriptView): TemplateResult | typeof nothing {
  const link = linkAttributes(view.contactUrl);
  if (!link) return nothing;
  return html`<a
    class="action"
    href=${link.href}
    rel=${link.rel}
    target=${link.target ?? nothing}
    @click=${view.handleLink}
    >${view.words.contact}</a
  >`;
}
