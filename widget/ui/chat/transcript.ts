import { guard } from 'lit/directives/guard.js';
import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { renderRefusal } from './failure-line.ts';
import { renderFolded } from './folded-questions.ts';
import { foldFailures, type TranscriptEntry } from './fold-failures.ts';
import { greeting } from './greeting.ts';
import { renderReconnecting } from './reconnecting-line.ts';
import { renderMessage, type MessageView } from './message.ts';
import { renderMark } from '../frame/header.ts';
import { latestIcon } from '../base/icons.ts';
import { readLines } from '../base/read-lists.ts';
import { renderSuggestions } from '../base/suggestion-list.ts';
import type { TranscriptScroll } from './transcript-scroll.ts';

/** The data that a transcript is drawn from. */
export interface TranscriptView extends Omit<MessageView, 'askedId'> {
  /** Address of the avatar picture, if it may load. */
  readonly avatar: string | undefined;
  /** Content below the messages that scrolls with them. */
  readonly end: unknown;
  readonly scroll: TranscriptScroll;
  /** Index of the first message to draw. */
  readonly firstDrawn: number;
  /** Changes when all messages have to be drawn again. */
  readonly epoch: number;
}

/** A placeholder for the answer until its first piece arrives. */
const PENDING_ANSWER: ChatMessage = {
  id: '',
  role: 'assistant',
  parts: [],
  status: 'streaming',
  createdAt: 0,
};

/** The scrolling list of messages, and the content after the last one. */
export function renderTranscript(view: TranscriptView): TemplateResult {
  const { state, strings } = view.chat;
  const askedId = view.scroll.hasRoom
    ? state.messages.findLast(({ role }) => role === 'user')?.id
    : undefined;
  return html`<div class="scroll-area">
    <div
      class="transcript"
      part="transcript"
      role="log"
      aria-live="off"
      aria-label=${strings.current.transcript}
      tabindex="0"
    >
      <div class="content">
        ${state.messages.length === 0 ? renderEmpty(view) : nothing}
        <ol class="messages">
          ${entriesOf(view).map((entry) => renderOnce(entry, { ...view, askedId }))}
        </ol>
        ${renderRefusal(view.chat)} ${renderReconnecting(view.chat)} ${view.end}
      </div>
    </div>
    ${renderLatest(view)}
  </div>`;
}

/** The button that scrolls to the end. In the accent colour while unseen text arrives. */
function renderLatest({ scroll, chat }: TranscriptView): TemplateResult {
  const isNew = scroll.textBelow === 'new';
  const { latest, newText } = chat.strings.current;
  return html`<button
    class="latest ${isNew ? 'new' : ''}"
    part="latest"
    type="button"
    aria-label=${isNew ? newText : latest}
    ?hidden=${scroll.textBelow === 'none'}
    @click=${() => scroll.showLatest()}
  >
    ${latestIcon}
  </button>`;
}

/** Draws an entry once per epoch: messages are immutable, so the same object has the same content. */
function renderOnce(entry: TranscriptEntry | undefined, view: TranscriptView & MessageView): unknown {
  if (!entry) return nothing;
  if (!('role' in entry)) return renderFolded(entry, view.chat);
  return guard([entry, view.epoch, entry.id === view.askedId], () => renderMessage(entry, view));
}

/**
 * The entries to draw. Undefined stands for an entry that is not drawn yet: its place keeps Lit from redrawing the others when
 * it is.
 */
function entriesOf({ chat, firstDrawn }: TranscriptView): readonly (TranscriptEntry | undefined)[] {
  let end = 0;
  const { state } = chat;
  const entries = foldFailures(state.messages).map((entry) => {
    end += 'role' in entry ? 1 : entry.length;
    return end > firstDrawn ? entry : undefined;
  });
  return state.status === 'submitted' ? [...entries, PENDING_ANSWER] : entries;
}

function renderEmpty({ chat, avatar, policy, renderer }: TranscriptView): TemplateResult {
  const { host, strings, asking } = chat;
  return html`<slot name="empty" @click=${chat.handleLink}>
    <div class="empty" part="empty">
      <div class="welcome">
        ${renderMark(host, avatar)}
        <div
          class="markdown greeting"
          part="greeting"
          lang=${(host.greeting && strings.ownLanguage) || nothing}
          ${greeting(host.greeting || strings.current.greeting, policy, renderer)}
        ></div>
      </div>
      ${renderSuggestions({
        texts: readLines(host.suggestions),
        label: strings.current.suggestions,
        languageOf: () => strings.ownLanguage,
        isDisabled: host.disabled,
        handleSuggestion: (text) => asking.suggest(text),
      })}
    </div>
  </slot>`;
}
