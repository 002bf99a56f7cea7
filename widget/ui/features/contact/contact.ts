import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { ConversationState } from '../../../conversation/state.ts';
import { type ChatMessage, textOf } from '../../../protocol/chat-message.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import type { ElementWords } from '../../words/element-words.ts';
import { CfAiChatContactEvent } from '../../element/contact-event.ts';
import { contactLink } from '../../base/contact-link.ts';
import { contactStyles } from './contact.styles.ts';
import { mailAddress } from './mail-address.ts';
import { toTurns } from './to-turns.ts';
import { wantsHuman } from './wants-human.ts';

/** The parts of the panel that the way to a human needs. */
export interface ContactOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  /** The state of the conversation at this moment. */
  readonly state: () => ConversationState;
  /** A link to a human was pressed. */
  readonly handleContact: (event: MouseEvent) => void;
}

/** The way to a human: offered to visitors who ask for one, and given the conversation. */
export class Contact {
  readonly #options: ContactOptions;
  /** Whether a question asks for a human. The same message is drawn many times. */
  readonly #isOffered = new WeakMap<ChatMessage, boolean>();

  constructor(options: ContactOptions) {
    this.#options = options;
    addStyles(options.host.renderRoot as ShadowRoot, contactStyles);
  }

  /** A link under a question that asks for a human; nothing under any other message. */
  draw(message: ChatMessage): TemplateResult | typeof nothing {
    const { host, words, handleContact } = this.#options;
    // A question that failed has the link among its next steps.
    if (message.status === 'failed' || !this.#wantsHuman(message)) return nothing;
    const { contactUrl } = host;
    const link = contactLink({ contactUrl, label: words.current.contact, look: 'action', handleContact });
    return link === nothing ? nothing : html`<p class="offer">${link}</p>`;
  }

  /** Asks the page, and returns the address to go to: for a mail with the conversation as its text. Undefined: the page takes care of it. */
  addressFor(url: string): string | undefined {
    const { host, words, state } = this.#options;
    const { messages } = state();
    const turns = toTurns(messages, words.current);
    const event = new CfAiChatContactEvent(url, messages, turns.join('\n\n'));
    if (!host.dispatchEvent(event)) return undefined;
    return turns.length > 0 && /^mailto:/i.test(url) ? mailAddress(url, turns) : url;
  }

  #wantsHuman(message: ChatMessage): boolean {
    if (message.role !== 'user') return false;
    const known = this.#isOffered.get(message);
    if (known !== undefined) return known;
    const isOffered = wantsHuman(textOf(message), this.#options.words.current);
    this.#isOffered.set(message, isOffered);
    return isOffered;
  }
}
