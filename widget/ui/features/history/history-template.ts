import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { MAX_TITLE_CHARACTERS, titleOf, type Thread } from './thread.ts';
import { deleteIcon, icon, plusIcon } from '../../base/icons.ts';
import type { Strings } from '../../strings/strings.ts';
import { groupByDay, type ThreadGroup } from './days.ts';

const backIcon = icon(svg`<path d="M19 12H5M11 6l-6 6 6 6" />`);
const moreIcon = icon(svg`<path d="M5 12h.01M12 12h.01M19 12h.01" />`);
const pinIcon = icon(svg`<path d="M9 4h6l-1 6 3 3H7l3-3ZM12 13v7" />`);
const renameIcon = icon(svg`<path d="M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17Z" />`);

/** The content of the list, and the handlers of its controls. */
export interface HistoryView {
  readonly strings: Strings;
  /** Whether the list is beside the chat, not above it. */
  readonly isBeside: boolean;
  /** Id of the conversation that the panel shows. */
  readonly shown: string;
  /** BCP 47 tag, for dates. */
  readonly language: string;
  /** The conversations, in the order of the list. */
  readonly threads: readonly Thread[];
  /** A note about all conversations; may be empty. */
  readonly notice: string;
  /** Id of the conversation that is being renamed. */
  readonly renaming: string | undefined;
  readonly handleBack: () => void;
  readonly handleNew: () => void;
  readonly handleOpen: (thread: Thread) => void;
  readonly handlePin: (thread: Thread) => void;
  readonly handleRename: (thread: Thread) => void;
  /** `title` is undefined if renaming was cancelled. */
  readonly handleRenamed: (thread: Thread, title: string | undefined) => void;
  readonly handleDelete: (threads: readonly Thread[]) => void;
  readonly handleKeydown: (event: KeyboardEvent) => void;
}

/** The list of conversations: above transcript and composer, or beside them. */
export function renderHistory(view: HistoryView): TemplateResult {
  const { strings, language, threads, isBeside } = view;
  const groups = groupByDay(threads, { language, pinned: strings.pinned });
  const heading = isBeside ? 'beside-heading' : 'history-heading';
  return html`<section
    class="history ${isBeside ? 'beside' : ''}"
    part="history"
    aria-labelledby=${heading}
    @keydown=${view.handleKeydown}
  >
    <div class="history-bar">
      ${isBeside ? nothing : renderBack(view)}
      <h2 id=${heading}>${strings.history}</h2>
      ${threads.length === 0 ? nothing : renderMore(`${strings.menu}: ${strings.history}`, deleteAll(view))}
    </div>
    ${isBeside ? renderNew(view) : nothing}
    <div class="history-list">
      ${view.notice && !(isBeside && threads.length === 0) ? html`<p class="history-notice">${view.notice}</p>` : nothing}
      ${threads.length === 0 ? html`<p class="history-empty">${strings.noHistory}</p>` : nothing}
      ${groups.map((group) => renderGroup(group, view))}
    </div>
  </section>`;
}

function renderBack({ strings, handleBack }: HistoryView): TemplateResult {
  return renderSign('history-back', strings.back, backIcon, handleBack);
}

function renderNew({ strings, handleNew }: HistoryView): TemplateResult {
  return html`<button class="history-new" type="button" @click=${handleNew}>
    ${plusIcon} ${strings.newChat}
  </button>`;
}

/** The button that begins a new conversation, where the list is not beside the chat. */
export function renderNewButton(strings: Strings, handleNew: () => void): TemplateResult {
  return renderSign('new-chat', strings.newChat, plusIcon, handleNew);
}

/** A button with an icon and no visible text. */
function renderSign(look: string, label: string, sign: TemplateResult, handle: () => void): TemplateResult {
  return html`<button class="quiet ${look}" type="button" aria-label=${label} title=${label} @click=${handle}>
    ${sign}
  </button>`;
}

/** Controls that a button opens; only one group of them is open at a time. */
function renderMore(label: string, controls: TemplateResult): TemplateResult {
  return html`<details class="history-more" name="history-more">
    <summary aria-label=${label} title=${label}>${moreIcon}</summary>
    ${controls}
  </details>`;
}

function deleteAll({ strings, threads, handleDelete }: HistoryView): TemplateResult {
  return html`<button class="action history-clear" type="button" @click=${() => handleDelete(threads)}>
    ${strings.deleteAll}
  </button>`;
}

function renderGroup({ label, threads }: ThreadGroup, view: HistoryView): TemplateResult {
  return html`<h3>${label}</h3>
    <ul>
      ${threads.map((thread) => renderRow(thread, view))}
    </ul>`;
}

function renderRow(thread: Thread, view: HistoryView): TemplateResult {
  const { strings } = view;
  const title = thread.title || titleOf(thread.messages) || strings.heading;
  if (thread.id === view.renaming) return html`<li>${nameBox(thread, title, view)}</li>`;
  const control = (
    label: string,
    shape: TemplateResult,
    handle: () => void,
    isPressed?: boolean,
  ): TemplateResult =>
    html`<button
      class="quiet"
      type="button"
      aria-label="${label}: ${title}"
      title=${label}
      aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
      @click=${handle}
    >
      ${shape}
    </button>`;
  return html`<li>
    <button
      class="history-open"
      part="thread"
      type="button"
      dir="auto"
      aria-current=${thread.id === view.shown ? 'true' : nothing}
      aria-describedby="when-${thread.id}"
      data-id=${thread.id}
      @click=${() => view.handleOpen(thread)}
    >
      ${title}
    </button>
    <time id="when-${thread.id}">${timeOf(thread, view)}</time>
    ${renderMore(
      `${strings.menu}: ${title}`,
      html`${control(strings.pin, pinIcon, () => view.handlePin(thread), thread.isPinned)}
      ${control(strings.rename, renameIcon, () => view.handleRename(thread))}
      ${control(strings.delete, deleteIcon, () => view.handleDelete([thread]))}`,
    )}
  </li>`;
}

/** The time of the last message. For a pinned conversation, which is not under a day's heading, its day. */
function timeOf({ updatedAt, isPinned }: Thread, { language }: HistoryView): string {
  const style: Intl.DateTimeFormatOptions = isPinned ? { dateStyle: 'medium' } : { timeStyle: 'short' };
  return new Intl.DateTimeFormat(language, style).format(updatedAt);
}

/** The text box for a new name. Enter and leaving the box accept the name, Escape cancels. */
function nameBox(thread: Thread, title: string, view: HistoryView): TemplateResult {
  const handleKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // Escape must not also close the list.
    event.stopPropagation();
    event.preventDefault();
    view.handleRenamed(thread, event.key === 'Enter' ? valueOf(event) : undefined);
  };
  return html`<input
    class="history-name"
    dir="auto"
    maxlength=${MAX_TITLE_CHARACTERS}
    aria-label="${view.strings.rename}: ${title}"
    .value=${title}
    @keydown=${handleKeydown}
    @blur=${(event: Event) => view.handleRenamed(thread, valueOf(event))}
  />`;
}

function valueOf(event: Event): string {
  return (event.currentTarget as HTMLInputElement).value;
}
