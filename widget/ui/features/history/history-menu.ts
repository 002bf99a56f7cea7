import type { Branches } from '../../../conversation/branches.ts';
import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import type { MenuItem } from '../../base/menu-item.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { history } from './feature.ts';
import type { History } from './history.ts';

const PEN = icon(svg`<path d="M12 20h8M16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1 1-4Z" />`);
const CLOCK = icon(svg`<path d="M4 5v5h5M4.5 10a8 8 0 1 1-.4 4M12 8v4.5l3 2" />`);

/** The lines of the menu that begin a new conversation and list the earlier ones. The history's code may come late. */
class HistoryMenu {
  readonly #chat: Chat;
  /** Conversations that were left before the history was here, the oldest first. */
  readonly #left: Branches[] = [];

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  get items(): readonly MenuItem[] {
    const { host, state, strings } = this.#chat;
    const { newChat, history: label } = strings.current;
    const isEmpty = state.messages.length === 0;
    return [
      { label: newChat, icon: PEN, isDisabled: isEmpty, handleSelect: () => this.#begin() },
      ...(host.history === 'off' ? [] : [{ label, icon: CLOCK, handleSelect: () => void this.#open() }]),
    ];
  }

  /** A conversation that the visitor leaves goes to the history; a page that calls `clear()` wants it gone. */
  #begin(): void {
    const { conversation, state, moveFocus } = this.#chat;
    moveFocus();
    conversation.clear();
    this.#left.push(state);
    this.#load().catch(() => undefined);
  }

  #open(): Promise<void> {
    return openFeature(this.#chat, history.of(this.#chat), async () => (await this.#load()).open());
  }

  async #load(): Promise<History> {
    const loaded = await history.of(this.#chat).load();
    for (const left of this.#left.splice(0)) loaded.keep(left);
    return loaded;
  }
}

/** The ways to a new conversation, and to the earlier ones. */
export const historyMenu = new Feature({
  eager: HistoryMenu,
  draw: { menu: (feature) => feature.items },
});
