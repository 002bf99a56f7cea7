import type { Conversation } from '../../conversation/conversation.ts';
import type { ConversationState } from '../../conversation/state.ts';
import type { RecordStore } from '../../conversation/record-store.ts';
import type { ChatMessage, SourcePart } from '../../protocol/chat-message.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';
import type { ElementStrings } from '../words/element-strings.ts';
import type { PanelSlots } from './panel-slots.ts';

/**
 * A panel as its features see it. A class names the members that it needs.
 *
 * @example
 * class Greeter {
 *   constructor(readonly chat: Pick<Chat, 'announce' | 'strings'>) {}
 *   greet() { this.chat.announce(this.chat.words.current.greeting); }
 * }
 */
export interface Chat {
  /** The element and its settings. */
  readonly host: ChatHost;
  readonly strings: ElementStrings;
  readonly conversation: Conversation;
  /** Where the conversations are stored. */
  readonly store: RecordStore;
  /** The state of the conversation at this moment. */
  readonly state: ConversationState;
  readonly asking: Asking;
  readonly scroll: Scroll;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
  /** What the features draw in a slot, in the order of their list. */
  draw<P extends keyof PanelSlots>(
    slot: P,
    ...args: Parameters<PanelSlots[P]>
  ): readonly NonNullable<ReturnType<PanelSlots[P]>>[];
  /** Loads the features to which only the menu leads, and the lines of the others. Rejects when their code does not come. */
  loadMenuFeatures(): Promise<void>;
  /** Has the panel drawn again, every message too. A change of the conversation does not need it. */
  redraw(): void;
  /** Says something to screen readers; `language` is a BCP 47 tag, where it is not that of the panel. */
  announce(text: string, language?: string): void;
  /**
   * Says above the text box that a part did not come, until its code is here; offers to reload the page where that can help and
   * loses nothing. `words` replace the general ones.
   */
  tellMissing(part: Pick<LazyFeature<unknown>, 'current' | 'request'>, words?: string): void;
  /** Moves focus to the text box. */
  focusInput(): void;
  /** The control that had focus goes away: moves focus to the composer, without the keyboard of a phone. */
  moveFocus(): void;
  /** Asks the page before a link is followed; `source` is the source that the link leads to. */
  handleLink(event: MouseEvent, source?: SourcePart): void;
}

/** The ways in which visitors ask by the controls of the chat. None does anything while the chat is disabled. */
export interface Asking {
  /** It is too early to ask again. */
  readonly isTooEarly: boolean;
  /** Asks a question that was suggested. */
  suggest(text: string): void;
  /** Asks the last question again. */
  retry(): void;
  /** Has the last answer go on. */
  continue(): void;
  /** Has the last question answered anew. */
  regenerate(): void;
  /** Asks a question that got no answer again, with other words if there are any: it moves to the end. */
  resend(message: ChatMessage, text?: string): void;
  /** Opens a question for editing. */
  edit(message: ChatMessage): void;
  /** Takes a question that got no answer out of the transcript. */
  remove(message: ChatMessage): void;
  /** Asks what is in the text box, which waited for the visitor's consent. */
  sendDraft(): void;
  /** Has the text in the text box wait until the answer is complete, if the page agrees. */
  queueDraft(): void;
}

/** What features do with the scroll position of the transcript. */
export interface Scroll {
  /** Goes to the end and follows it from there. */
  followEnd(): void;
  /** A question was sent: once it is drawn it goes to the top of the view. */
  startTurn(): void;
  /** A queued question is sent now: does not scroll, unless the view follows the end. */
  stay(): void;
  /** Moves the view down by a page, or up. */
  turnPage(direction: 1 | -1): void;
  /** Keeps an element where it is in the view while the next drawing changes what is above it. */
  keepInView(element: HTMLElement): Promise<void>;
}
