import type { ReactiveControllerHost } from '@lit/reactive-element';
import type { ChatStorage } from './chat-storage.ts';
import type { SchemeSettings } from './color-scheme.ts';
import type { StringOverrides } from '../words/strings.ts';

/** The parts of the element that notices need. */
export interface NoticesHost extends ReactiveControllerHost, HTMLElement, SchemeSettings {
  readonly mode: 'floating' | 'inline' | 'page';
  readonly open: boolean;
  readonly disabled: boolean;
  readonly instance: string;
  readonly storage: ChatStorage;
  readonly teaser: string;
  readonly strings: StringOverrides | undefined;
  /** BCP 47 tag. */
  readonly language: string;
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** In the frame that holds the launcher. */
  readonly panelContainer: HTMLElement;
  /** Whether the visitor is asked before anything is stored. */
  readonly consent?: string;
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
