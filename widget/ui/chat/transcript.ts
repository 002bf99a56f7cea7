import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import { refusalLine } from './failure-line.ts';
import { foldedQuestions } from './folded-questions.ts';
import { foldFailures, type TranscriptEntry } from './fold-failures.ts';
import { markdown } from '../base/markdown.ts';
import { reconnectingLine } from './reconnecting-line.ts';
import { messageTemplate, type MessageView } from './message.ts';
import { avatarTemplate } from '../frame/header.ts';
import { latestIcon } from '../base/icons.ts';
import { suggestionList } from '../base/suggestion-list.ts';
import type { TextBelow } from './transcript-scroll.ts';

/** The content of the transcript, and the handlers of its controls. */
export interface TranscriptView extends Omit<MessageView, 'askedId'> {
  readonly greeting: string;
  /** Language of the greeting, where it is not that of the words. */
  readonly greetingLanguage: string | undefined;
  /** Language of the page's own words, where it is not that of ours. */
  readonly ownLanguage: string | undefined;
  /** Address of a picture that may be shown. */
  readonly avatar: string | undefined;
  readonly suggestions: readonly string[];
  /** Content that scrolls with the messages, below them. */
  readonly end: unknown;
  /** There is room for an answer under the last question. */
  readonly hasRoom: boolean;
  /** The index of the first message that is drawn. */
  readonly firstDrawn: number;
  readonly textBelow: TextBelow;
  readonly handleSuggestion: (text: string) => void;
  readonly handleLatest: () => void;
}

/** Stands where the answer will, until its first piece is here. */
const AWAITED: ChatMessage = { id: '', role: 'assistant', parts: [], status: 'streaming', createdAt: 0 };

/** The scrolling list of messages with whatever follows the last one. */
export function transcriptTemplate(view: TranscriptView): TemplateResult {
  const { state, words } = view;
  const askedId = view.hasRoom ? state.messages.findLast(({ role }) => role === 'user')?.id : undefined;
  return html`<div class="scroll-area">
    <div
      class="transcript"
      part="transcript"
      role="log"
      aria-live="off"
      aria-label=${words.transcript}
      tabindex="0"
    >
      <div class="content">
        ${state.messages.length === 0 ? emptyTemplate(view) : nothing}
        <ol class="messages">
          ${entriesOf(view).map((entry) => entryTemplate(entry, { ...view, askedId }))}
        </ol>
        ${refusalLine(view)} ${reconnectingLine(view)} ${view.end}
      </div>
    </div>
    ${latestButton(view)}
  </div>`;
}

/** The way to the end. Its words are shown while text arrives that the reader does not see. */
function latestButton({ textBelow, words, handleLatest }: TranscriptView): TemplateResult {
  const isNew = textBelow === 'new';
  return html`<button
    class="latest"
    part="latest"
    type="button"
    aria-label=${isNew ? nothing : words.latest}
    ?hidden=${textBelow === 'none'}
    @click=${handleLatest}
  >
    ${latestIcon} ${isNew ? html`<span>${words.newText}</span>` : nothing}
  </button>`;
}

function entryTemplate(
  entry: TranscriptEntry | undefined,
  view: MessageView,
): TemplateResult | typeof nothing {
  if (!entry) return nothing;
  return 'role' in entry ? messageTemplate(entry, view) : foldedQuestions(entry, view);
}

/** Undefined for one that is not drawn yet: it keeps its place, so that no other is drawn again when it comes. */
function entriesOf({ state, firstDrawn }: TranscriptView): readonly (TranscriptEntry | undefined)[] {
  let end = 0;
  const entries = foldFailures(state.messages).map((entry) => {
    end += 'role' in entry ? 1 : entry.length;
    return end > firstDrawn ? entry : undefined;
  });
  return state.status === 'submitted' ? [...entries, AWAITED] : entries;
}

function emptyTemplate(view: TranscriptView): TemplateResult {
  return html`<slot name="empty" @click=${view.handleLink}>
    <div class="empty" part="empty">
      ${avatarTemplate(view.avatar)}
      <div
        class="markdown greeting"
        part="greeting"
        lang=${view.greetingLanguage ?? nothing}
        ${markdown(view.greeting, view.policy)}
      ></div>
      ${suggestionList({
        texts: view.suggestions,
        label: view.words.suggestions,
        languageOf: () => view.ownLanguage,
        isDisabled: view.isDisabled,
        handleSuggestion: view.handleSuggestion,
      })}
    </div>
  </slot>`;
}
