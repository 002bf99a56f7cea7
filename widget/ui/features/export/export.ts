import type { Chat } from '../../feature/chat.ts';
import { printThread } from './print-thread.ts';
import { saveFile } from './save-file.ts';
import { toMarkdown } from './to-markdown.ts';

/** Gives the visitor the conversation. */
export class Export {
  readonly #chat: Pick<Chat, 'host' | 'words' | 'state'>;

  constructor(chat: Pick<Chat, 'host' | 'words' | 'state'>) {
    this.#chat = chat;
  }

  /** As a file of Markdown. */
  save(): void {
    const { host, words, state } = this.#chat;
    const name = `${host.heading || words.current.heading}.md`;
    saveFile(name, toMarkdown(state.messages, words.current));
  }

  /** On paper, and nothing else of the page. */
  print(): Promise<void> {
    const { host, words, state } = this.#chat;
    return printThread(state.messages, { host, words: words.current });
  }
}
