import type { FailureWords } from '../base/failure-notice.ts';
import type { ChatError } from '../../protocol/chat-error.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { MessageInput } from '../../conversation/parse-messages.ts';
import type { ChatStatus } from '../../conversation/state.ts';
import type { Strings } from '../words/strings.ts';

/** The lazily loaded panel as the element sees it. */
export interface ChatPanel {
  readonly status: ChatStatus;
  readonly error: ChatError | null;
  readonly messages: readonly ChatMessage[];
  /** Whether the next panel of the element finds the messages in the storage. */
  readonly isStored: boolean;
  /** The words that it shows. */
  readonly strings: Strings;
  draft: string;
  /** Resolves when it may be drawn: there is all that its messages and its colours need. */
  ready(): Promise<void>;
  setMessages(messages: readonly MessageInput[]): void;
  send(text: string): Promise<void>;
  /** Adds files to the draft; with a text, sends them with it, unless one of them is not taken. */
  attach(files: readonly File[], text?: string): Promise<void>;
  stop(): void;
  retry(): Promise<void>;
  regenerate(): Promise<void>;
  edit(id: string, text: string): Promise<void>;
  continue(): Promise<void>;
  clear(): void;
  /** Fills the dialog of the search. Rejects when the code for it does not come. */
  openSearch(dialog: SearchDialog): Promise<void>;
  /** Moves focus to the composer. */
  focus(): void;
  /** Draws all changes; with new settings, every message too. */
  update(hasNewSettings: boolean): void;
  /** Follows the element's open state, once everything is drawn. */
  updated(): void;
  /** The element has left the document for good: ends the turn, saves, lets go of everything. */
  dispose(): void;
}

/** Stands in the panel's frame while the panel's code is on its way. */
export interface LoadingPanel {
  /** Takes what is typed meanwhile, also while a failure stands in its place; read-only once Enter was pressed behind it. */
  readonly box: HTMLInputElement;
  /** Draws a header, the outlines of the rest, and the box. */
  showLoading(): void;
  /** Its words, with the page's own in their place, and the language that they are in. */
  readonly strings: FailureWords;
  /** Draws a header, and content below it. */
  show(content: HTMLElement): void;
}

/** Unread answers and the teaser at the closed launcher, as the element and the panel see them. */
export interface Notices {
  /** An answer has ended that the visitor may not have seen. */
  addUnread(): void;
  /** Shows the words of `teaser`, once the visitor does nothing else. */
  showTeaser(): void;
}

/** The dialog of the search: made before the panel's code is here, which fills it. */
export interface SearchDialog {
  readonly dialog: HTMLDialogElement;
  readonly field: HTMLInputElement;
  /** Closes it. */
  readonly cancel: HTMLElement;
  /** Where the results are drawn. */
  readonly view: HTMLElement;
  close(): void;
}

/** Opens the search, as the element sees it. */
export interface SearchOpener {
  /** Opens the search with a text, or with the last one. */
  open(text?: string): void;
}
