import type { SearchDialog } from '../../element/chat-panel.ts';
import type { Chat } from '../../feature/chat.ts';

/**
 * Shows the panel inside the search dialog for an answer, until the dialog is closed. It is the same panel with the same
 * conversation.
 */
export class AnswerStage {
  readonly #chat: Chat;
  readonly #dialog: SearchDialog;
  readonly #draw: () => void;

  constructor(chat: Chat, dialog: SearchDialog, draw: () => void) {
    this.#chat = chat;
    this.#dialog = dialog;
    this.#draw = draw;
    dialog.dialog.addEventListener('close', () => this.#putBack(), { signal: chat.signal });
    chat.signal.addEventListener('abort', () => this.#putBack());
  }

  /** Whether the panel is inside the dialog. */
  get isShown(): boolean {
    return this.#chat.host.isInDialog;
  }

  /** Asks a question and shows its answer in the dialog. A chat that is visible on the page shows the answer there. */
  ask(text: string): void {
    const { host, asking } = this.#chat;
    if (host.isFloating && !host.open) this.#bringPanel();
    else {
      this.#dialog.close();
      host.show();
    }
    void host.updateComplete.then(() => asking.suggest(text));
  }

  /** Returns to the results. */
  leave(): void {
    this.#putBack();
    this.#dialog.field.focus();
    this.#draw();
  }

  /** Closes the dialog and opens the panel, which has the same conversation. */
  toChat(): void {
    this.#dialog.close();
    this.#putBack();
    this.#chat.host.show();
  }

  #bringPanel(): void {
    const { host } = this.#chat;
    host.isInDialog = true;
    this.#move((base) => this.#dialog.dialog.append(base));
  }

  #putBack(): void {
    const { host } = this.#chat;
    if (!host.isInDialog) return;
    host.isInDialog = false;
    this.#move((base) => this.#dialog.dialog.before(base));
  }

  #move(place: (base: HTMLElement) => void): void {
    const { host } = this.#chat;
    const base = host.panelContainer.parentElement;
    if (base) place(base);
    this.#dialog.dialog.classList.toggle('answering', host.isInDialog);
    host.requestUpdate();
    this.#draw();
  }
}
