import { svg } from '../../base/html.ts';
import { icon, plusIcon } from '../../base/icons.ts';
import type { MenuItem } from '../../base/menu-item.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { history } from './feature.ts';
import { isBeside } from './is-beside.ts';

const CLOCK = icon(svg`<path d="M4 5v5h5M4.5 10a8 8 0 1 1-.4 4M12 8v4.5l3 2" />`);

/** The menu lines that begin a new conversation and open the list of earlier ones. */
class HistoryMenu {
  readonly #chat: Chat;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  get items(): readonly MenuItem[] {
    const { host, state, strings } = this.#chat;
    const { newChat, history: label } = strings.current;
    const isEmpty = state.messages.length === 0;
    // A chat that fills the page has a button for this, once the code has loaded.
    const hasButton = host.mode === 'page' && history.of(this.#chat).current !== undefined;
    const isListed = hasButton && isBeside(this.#chat) && matchMedia('(min-width: 960px)').matches;
    return [
      ...(hasButton
        ? []
        : [{ label: newChat, icon: plusIcon, isDisabled: isEmpty, handleSelect: () => this.#begin() }]),
      ...(host.history === 'off' || isListed
        ? []
        : [{ label, icon: CLOCK, handleSelect: () => void this.#open() }]),
    ];
  }

  /** Begins a new conversation; the current one is kept in the history. (A page that calls `clear()` deletes it instead.) */
  #begin(): void {
    const { conversation, moveFocus } = this.#chat;
    moveFocus();
    const left = conversation.leave();
    if (!left) return;
    // If the code of the Undo line does not load, the history is the only way back.
    history
      .of(this.#chat)
      .load()
      .then(
        (loaded) => loaded.offerUndo(left),
        () => undefined,
      );
  }

  #open(): Promise<void> {
    return openFeature(this.#chat, history.of(this.#chat), (loaded) => loaded.open());
  }
}

/** The menu lines for a new conversation and for the earlier ones. */
export const historyMenu = new Feature({
  eager: HistoryMenu,
  draw: { menu: (feature) => feature.items },
});
