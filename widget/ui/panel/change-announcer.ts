import type { ChatStatus, ConversationChange } from '../../conversation/state.ts';
import { isAsking } from '../../protocol/chat-message.ts';
import { textLanguage } from '../base/text-language.ts';
import { drawnAnswer } from '../chat/drawn-answer.ts';
import type { Chat } from '../feature/chat.ts';
import { renderer } from '../features/renderer/feature.ts';
import { announcementFor, answerAnnouncement, toolAnnouncement } from './announcement.ts';

/** Announces changes of a conversation to screen readers. */
export class ChangeAnnouncer {
  readonly #chat: Chat;
  #status: ChatStatus = 'ready';
  /** Whether a finished answer still has to be drawn and then announced. */
  #hasAnswerToAnnounce = false;
  /** Id of the answer whose tool was announced. Only the first tool is, because an agent may use many in a row. */
  #answerWithTool: string | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    chat.conversation.subscribe((change) => this.#handleChange(change));
  }

  /** Call after drawing: announces a finished answer as it is drawn. */
  announceAnswer(): void {
    if (!this.#hasAnswerToAnnounce || !renderer.of(this.#chat).current) return;
    this.#hasAnswerToAnnounce = false;
    const { root, state, strings, announce } = this.#chat;
    const answer = state.messages.at(-1);
    // An answer without text asks the visitor for something: announce that.
    const waiting = answer && isAsking(answer) ? toolAnnouncement(answer, strings.current) : undefined;
    const text = drawnAnswer(root) || (waiting ?? '');
    const announcement = answerAnnouncement(text, strings.current, strings.language);
    const isAnswer = announcement === text;
    announce(announcement, isAnswer ? textLanguage(text, strings.language) : undefined);
  }

  #handleChange(change: ConversationChange): void {
    const { strings, state, announce } = this.#chat;
    if (change.type === 'response-end') this.#hasAnswerToAnnounce = true;
    // While an answer is awaited, the state changes often without a new status.
    const isSame = change.type === 'state' && state.status === this.#status;
    this.#status = state.status;
    const announcement = isSame ? undefined : announcementFor(change, state, strings.current);
    if (announcement !== undefined) announce(announcement);
    this.#announceTool();
  }

  #announceTool(): void {
    const { host, state, strings, announce } = this.#chat;
    const answer = state.messages.at(-1);
    if (!answer || answer.id === this.#answerWithTool || state.status !== 'streaming') return;
    const announcement = host.showTools === 'none' ? undefined : toolAnnouncement(answer, strings.current);
    if (announcement === undefined) return;
    this.#answerWithTool = answer.id;
    announce(announcement);
  }
}
