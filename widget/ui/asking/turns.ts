import type { Question } from '../../protocol/question.ts';
import { isAnswering } from '../../conversation/state.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import type { Chat } from '../feature/chat.ts';
import { mayAsk } from './gate.ts';

/**
 * The turns of a conversation. Each passes the gate and is scrolled into view. Every promise resolves when its turn has ended.
 */
export class Turns implements Pick<ChatPanel, 'send' | 'edit' | 'retry' | 'regenerate' | 'continue'> {
  readonly #chat: Chat;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  async send(question: Question): Promise<void> {
    if (mayAsk(this.#chat, question)) await this.#follow(this.#chat.conversation.send(question));
  }

  async edit(id: string, question: Question): Promise<void> {
    if (mayAsk(this.#chat, question)) await this.#follow(this.#chat.conversation.edit(id, question));
  }

  /** Asks an unanswered question again, with these parts, as a new message at the end of the transcript. */
  async move(id: string, question: Question): Promise<void> {
    // Asked first: if the page refuses the text, the message stays where it is.
    if (!mayAsk(this.#chat, question)) return;
    this.#chat.conversation.remove(id);
    await this.#follow(this.#chat.conversation.send(question));
  }

  async retry(): Promise<void> {
    if (mayAsk(this.#chat)) await this.#follow(this.#chat.conversation.retry());
  }

  async regenerate(): Promise<void> {
    if (mayAsk(this.#chat)) await this.#follow(this.#chat.conversation.regenerate());
  }

  async continue(): Promise<void> {
    const { conversation, strings } = this.#chat;
    // No scrolling: the reader is at the end of the answer already.
    if (mayAsk(this.#chat)) await conversation.continue(strings.current.continueRequest);
  }

  /** Scrolls to the start of the turn, or, if none has started, to the end, where the reason is shown. */
  #follow(ended: Promise<void>): Promise<void> {
    const { state, scroll } = this.#chat;
    if (isAnswering(state)) scroll.startTurn();
    else scroll.followEnd();
    return ended;
  }
}
