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

/** What a transcript is drawn from. */
export interface TranscriptView extends Omit<MessageView, 'askedId'> {
  /** Address of a picture that may be shown. */
  readonly avatar: string | undefined;
  /** Content that scrolls with the messages, below them. */
  readonly end: unknown;
  readonly scroll: TranscriptScroll;
  /** The index of the first message that is drawn. */
  readonly firstDrawn: number;
  /** Another number when all messages are to be drawn anew. */
  readonly epoch: number;
}

/** Stands where the answer will, until its first piece is here. */
const AWAITED: ChatMessage = { id: '', role: 'assistant', parts: [], status: 'streaming', createdAt: 0 };

/** The scrolling list of messages with whatever follows the last one. */
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

/** The way to the end, in the colour of the brand while text arrives that the reader does not see. */
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

/** Messages are immutable: one that is the same object is drawn once an epoch. */
function renderOnce(entry: TranscriptEntry | undefined, view: TranscriptView & MessageView): unknown {
  if (!entry) return nothing;
  if (!('role' in entry)) return renderFolded(entry, view.chat);
  return guard([entry, view.epoch, entry.id === view.askedId], () => renderMessage(entry, view));
}

/** Undefined for one that is not drawn yet: it keeps its place, so that no other is drawn again when it comes. */
function entriesOf({ chat, firstDrawn }: TranscriptView): readonly (TranscriptEntry | undefined)[] {
  let end = 0;
  const { state } = chat;
  const entries = foldFailures(state.messages).map((entry) => {
    end += 'role' in entry ? 1 : entry.length;
    return end > firstDrawn ? entry : undefined;
  });
  return state.status === 'submitted' ? [...entries, AWAITED] : entries;
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
