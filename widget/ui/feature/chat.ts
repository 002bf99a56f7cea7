import type { Conversation } from '../../conversation/conversation.ts';
import type { ConversationState } from '../../conversation/state.ts';
import type { RecordStore } from '../../conversation/record-store.ts';
import type { ChatMessage, SourcePart } from '../../protocol/chat-message.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';
import type { ElementStrings } from '../strings/element-strings.ts';
import type { PanelSlots } from './panel-slots.ts';

/**
 * The panel as its features see it. A feature's class names the members that it needs.
 *
 * @example
 * class Greeter {
 *   constructor(readonly chat: Pick<Chat, 'announce' | 'strings'>) {}
 *   greet() { this.chat.announce(this.chat.strings.current.greeting); }
 * }
 */
export interface Chat {
  /** The element and its settings. */
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  readonly conversation: Conversation;
  /** The store of the conversations. */
  readonly store: RecordStore;
  /** The current state of the conversation. */
  readonly state: ConversationState;
  readonly asking: Asking;
  readonly scroll: Scroll;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
  /** What the features draw in a slot, in the order of the list of features; `undefined` for each that draws nothing. */
  draw<P extends keyof PanelSlots>(
    slot: P,
    ...args: Parameters<PanelSlots[P]>
  ): readonly (ReturnType<PanelSlots[P]> | undefined)[];
  /** Loads the features that only the menu opens. Rejects when their code does not load. */
  loadMenuFeatures(): Promise<void>;
  /** Redraws the panel, including every message. Not needed after a change of the conversation. */
  redraw(): void;
  /** Announces a text to screen readers. `language`: its BCP 47 tag, if it differs from the panel's. */
  announce(text: string, language?: string): void;
  /**
   * Shows a line above the text box that some code did not load, until it has loaded. Offers to reload the page, if that may
   * help and loses nothing. `words` replace the default text.
   */
  tellMissing(part: Pick<LazyFeature<unknown>, 'current' | 'request'>, words?: string): void;
  /** Moves focus to the text box. */
  focusInput(): void;
  /** Call before the focused control is removed: moves focus to the composer, without opening an on-screen keyboard. */
  moveFocus(): void;
  /** Fires the page's event before a link is followed; `source` is the source that the link belongs to. */
  handleLink(event: MouseEvent, source?: SourcePart): void;
}

/** The ways to ask with the controls of the chat. They do nothing while the chat is disabled. */
export interface Asking {
  /** Whether a limit forbids to ask again at this moment. */
  readonly isTooEarly: boolean;
  /** Asks a suggested question. */
  suggest(text: string): void;
  /** Asks the last question again. */
  retry(): void;
  /** Asks the backend to continue the last answer. */
  continue(): void;
  /** Asks the last question again, to get another answer. */
  regenerate(): void;
  /** Asks an unanswered question again, with `text` if given. The message moves to the end. */
  resend(message: ChatMessage, text?: string): void;
  /** Opens a question for editing. */
  edit(message: ChatMessage): void;
  /** Removes an unanswered question from the transcript. */
  remove(message: ChatMessage): void;
  /** Sends the draft, which waited for the visitor's consent. */
  sendDraft(): void;
  /** Queues the draft until the answer is complete, unless the page cancels it. */
  queueDraft(): void;
}

/** The scroll functions of the transcript for features. */
export interface Scroll {
  /** Scrolls to the end, and follows it while it grows. */
  followEnd(): void;
  /** Call when a question was sent: once drawn, it is scrolled to the top of the view. */
  startTurn(): void;
  /** Call when a queued question is sent: does not scroll, unless the view follows the end. */
  stay(): void;
  /** Scrolls by one page: 1 down, -1 up. */
  turnPage(direction: 1 | -1): void;
  /** Keeps an element at its position in the view while the next drawing changes content above it. */
  keepInView(element: HTMLElement): Promise<void>;
}
