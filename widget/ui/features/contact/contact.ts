import { type ChatMessage, textOf } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { CfAiChatContactEvent } from '../../element/contact-event.ts';
import type { Chat } from '../../feature/chat.ts';
import { contactStyles } from './contact.styles.ts';
import { mailAddress } from './mail-address.ts';
import { toTurns } from './to-turns.ts';
import { wantsHuman } from './wants-human.ts';

/** The link to a human: offered to visitors who ask for one; a mail gets the conversation as its text. */
export class Contact {
  readonly #chat: Pick<Chat, 'host' | 'strings' | 'state'>;
  /** Cache: whether a question asks for a human. The same message is drawn many times. */
  readonly #isOffered = new WeakMap<ChatMessage, boolean>();

  constructor(chat: Pick<Chat, 'host' | 'strings' | 'state'>) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, contactStyles);
  }

  /** Whether the link belongs under a message, because the question asks for a human. */
  isOfferedAt(message: ChatMessage): boolean {
    // A failed question has the link among its other buttons.
    return message.status !== 'failed' && this.#wantsHuman(message);
  }

  /**
   * Fires the page's event, and returns the address to open; for a mail with the conversation as its text. Undefined where the
   * page handles it.
   */
  addressFor(url: string): string | undefined {
    const { host, strings, state } = this.#chat;
    const turns = toTurns(state.messages, strings.current);
    const event = new CfAiChatContactEvent(url, state.messages, turns.join('\n\n'));
    if (!host.dispatchEvent(event)) return undefined;
    return turns.length > 0 && /^mailto:/i.test(url) ? mailAddress(url, turns) : url;
  }

  #wantsHuman(message: ChatMessage): boolean {
    if (message.role !== 'user') return false;
    const known = this.#isOffered.get(message);
    if (known !== undefined) return known;
    const isOffered = wantsHuman(textOf(message), this.#chat.strings.current);
    this.#isOffered.set(message, isOffered);
    return isOffered;
  }
}
