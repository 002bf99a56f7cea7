import type { Question } from '../../protocol/question.ts';
import { isAnswering } from '../../conversation/state.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import type { Chat } from '../feature/chat.ts';
import { mayAsk } from './gate.ts';

/** The turns of a conversation: each passes the gate, and is shown from its start. Every promise resolves when its turn has ended. */
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

  /** Asks a question that got no answer again, with these parts, at the end of the transcript. */
  async move(id: string, question: Question): Promise<void> {
    // The page may refuse the text: the message then stays where it is.
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
    // The reader is where the answer goes on.
    if (mayAsk(this.#chat)) await conversation.continue(strings.current.continueRequest);
  }

  /** Shows a turn from its start, wherever the reader was; or why there is none. */
  #follow(ended: Promise<void>): Promise<void> {
    const { state, scroll } = this.#chat;
    if (isAnswering(state)) scroll.startTurn();
    else scroll.followEnd();
    return ended;
  }
}
