import type { FailureWords } from '../base/failure-notice.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatStatus } from '../../conversation/state.ts';
import type { Strings } from '../strings/strings.ts';

/** The lazily loaded panel as the element sees it. */
export interface ChatPanel {
  readonly status: ChatStatus;
  readonly error: ChatError | null;
  readonly messages: readonly ChatMessage[];
  /** Whether the messages are stored, so that the element's next panel can read them. */
  readonly isStored: boolean;
  /** The strings that the panel shows. */
  readonly strings: Strings;
  draft: string;
  /** Resolves when the panel may be drawn: the code that its messages and colours need has loaded. */
  ready(): Promise<void>;
  setMessages(messages: readonly MessageInput[]): void;
  send(text: string): Promise<void>;
  /** Adds files to the draft. With `text`, sends text and files, unless a file is refused. */
  attach(files: readonly File[], text?: string): Promise<void>;
  stop(): void;
  retry(): Promise<void>;
  regenerate(): Promise<void>;
  edit(id: string, text: string): Promise<void>;
  continue(): Promise<void>;
  clear(): void;
  /** Fills the search dialog. Rejects when the code for it does not load. */
  openSearch(dialog: SearchDialog): Promise<void>;
  /** Moves focus to the composer. */
  focus(): void;
  /** Draws all changes. With `hasNewSettings`, redraws every message too. */
  update(hasNewSettings: boolean): void;
  /** Applies the element's open state. Call after drawing. */
  updated(): void;
  /** Call when the element has left the document for good: ends the turn, saves, and releases everything. */
  dispose(): void;
}

/** What the panel's frame contains while the panel's code loads. */
export interface LoadingPanel {
  /** Takes text while the code loads or has failed to load. Read-only once Enter was pressed: then the text will be sent. */
  readonly box: HTMLInputElement;
  /** Draws a header, placeholder shapes, and the text box. */
  showLoading(): void;
  /** Its strings, with those of the page applied, and their language. */
  readonly strings: FailureWords;
  /** Draws a header, and `content` below it. */
  show(content: HTMLElement): void;
}

/** The notices at the closed launcher: unread answers and the teaser. */
export interface Notices {
  /** Call when an answer has ended that the visitor may not have seen. */
  addUnread(): void;
  /** Shows the teaser as soon as the visitor is idle. */
  showTeaser(): void;
}

/** The search dialog. It is created before the panel's code has loaded, which then fills it. */
export interface SearchDialog {
  readonly dialog: HTMLDialogElement;
  readonly field: HTMLInputElement;
  /** The button that closes the dialog. */
  readonly cancel: HTMLElement;
  /** The element in which the results are drawn. */
  readonly view: HTMLElement;
  close(): void;
}

/** Opens the search. */
export interface SearchOpener {
  /** Opens the search with `text`, or with the last text. */
  open(text?: string): void;
}
