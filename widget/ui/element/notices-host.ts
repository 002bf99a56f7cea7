import type { ChatSettingsElement } from './chat-settings-element.ts';
import type { ChatStorage } from './chat-storage.ts';

/** The parts of the element that notices need. */
export interface NoticesHost extends ChatSettingsElement {
  readonly storage: ChatStorage;
  /** BCP 47 tag. */
  readonly language: string;
  /** In the frame that holds the launcher. */
  readonly panelContainer: HTMLElement;
  show(): void;
  /** Makes the panel, which goes on with an answer that an earlier page was left with. */
  loadPanel(): Promise<unknown>;
}

/** Unread answers and the teaser at the closed launcher, as the element and the panel see them. */
export interface Notices {
  /** An answer has ended that the visitor may not have seen. */
  addUnread(): void;
  /** Shows the words of `teaser`, once the visitor does nothing else. */
  showTeaser(): void;
}
