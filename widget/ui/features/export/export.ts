import type { ChatMessage } from '../../../protocol/chat-message.ts';
import type { Chat } from '../../feature/chat.ts';
import { renderer } from '../renderer/feature.ts';
import { interruptLines } from '../interrupts/feature.ts';
import { printThread } from './print-thread.ts';
import { saveFile } from './save-file.ts';
import { toMarkdown } from './to-markdown.ts';

/** Saves or prints the conversation. */
export class Export {
  readonly #chat: Chat;

  readonly #asked = (message: ChatMessage): readonly string[] => interruptLines(this.#chat, message);

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  /** The conversation as markdown. */
  get markdown(): string {
    return toMarkdown(this.#chat.state.messages, this.#chat.strings.current, this.#asked);
  }

  /** Saves the conversation as a markdown file. */
  save(): void {
    const { host, strings } = this.#chat;
    saveFile(`${host.heading || strings.current.heading}.md`, this.markdown);
  }

  /** Prints the conversation without the rest of the page. */
  async print(): Promise<void> {
    const { host, strings, state } = this.#chat;
    const drawing = await renderer.of(this.#chat).load();
    const thread = { host, strings: strings.current, renderer: drawing, asked: this.#asked };
    await printThread(state.messages, thread);
  }
}
