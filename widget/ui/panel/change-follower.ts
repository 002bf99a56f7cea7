import type { Conversation } from '../../conversation/conversation.ts';
import type { ChatStatus, ConversationChange } from '../../conversation/state.ts';
import type { AnswerDrawer } from '../chat/answer-drawer.ts';
import { textLanguage } from '../base/text-language.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import { CfAiChatStatusChangeEvent } from '../element/events.ts';
import type { ElementWords } from '../words/element-words.ts';
import { announcementFor, answerAnnouncement } from './announcement.ts';
import type { Announcer } from '../base/announcer.ts';
import { eventFor } from './event-for.ts';

/** The parts of the panel that the follower needs. */
export interface ChangeFollowerOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  readonly conversation: Conversation;
  readonly drawer: AnswerDrawer;
  readonly announcer: Announcer;
}

/** Passes every change of a conversation on: to the drawing, to screen readers, and to the page as events. */
export class ChangeFollower {
  readonly #options: ChangeFollowerOptions;
  #status: ChatStatus = 'ready';
  /** An answer has ended and is yet to be drawn to its end. */
  #hasAnswerToAnnounce = false;

  constructor(options: ChangeFollowerOptions) {
    this.#options = options;
    options.conversation.subscribe((change) => this.#handleChange(change));
  }

  /** Call after drawing: an answer is read out as it is drawn. */
  announceAnswer(): void {
    if (!this.#hasAnswerToAnnounce) return;
    this.#hasAnswerToAnnounce = false;
    const { words, drawer, announcer } = this.#options;
    const { drawnText } = drawer;
    const announcement = answerAnnouncement(drawnText, words.current, words.language);
    const isAnswer = announcement === drawnText;
    announcer.announce(announcement, isAnswer ? textLanguage(drawnText, words.language) : undefined);
  }

  #handleChange(change: ConversationChange): void {
    const { host, words, conversation, drawer, announcer } = this.#options;
    const { state } = conversation;
    if (change.type === 'delta') drawer.push(change.id, change.text);
    if (change.type === 'response-end') {
      this.#hasAnswerToAnnounce = true;
      if (host.mode === 'floating' && !host.open)
        void host.notices.load().then((notices) => notices?.addUnread());
    }
    const announcement = announcementFor(change, state, words.current);
    if (announcement !== undefined) announcer.announce(announcement);
    host.requestUpdate();
    const event = eventFor(change);
    if (event) host.dispatchEvent(event);
    if (state.status === this.#status) return;
    this.#status = state.status;
    host.dispatchEvent(new CfAiChatStatusChangeEvent(state.status));
  }
}
