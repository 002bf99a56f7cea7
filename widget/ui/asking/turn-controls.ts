import type { Conversation } from '../../conversation/conversation.ts';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../protocol/limits.ts';
import type { Editing } from '../features/editing/editing.ts';
import type { ChatHost, ChatPanel } from '../element/chat-panel.ts';
import { CfAiChatSendEvent } from '../element/events.ts';

/** The parts of the panel that the controls need. */
export interface TurnControlsOptions {
  readonly host: ChatHost;
  readonly panel: Pick<ChatPanel, 'send' | 'edit' | 'retry' | 'continue' | 'regenerate'>;
  readonly conversation: Conversation;
  readonly loadEditing: () => Promise<Editing>;
  /** Gives focus a new place: the control that had it goes away. */
  readonly moveFocus: () => void;
  /** Shows a turn from its start. */
  readonly follow: (ended: Promise<void>) => void;
}

/** The controls of a turn that has ended: again, on, edit, remove. They do nothing while the chat is disabled. */
export class TurnControls {
  readonly #options: TurnControlsOptions;

  constructor(options: TurnControlsOptions) {
    this.#options = options;
  }

  /** Asks the last question again. */
  retry(): void {
    this.#act((panel) => void panel.retry());
  }

  /** Has the last answer go on. */
  continue(): void {
    this.#act((panel) => void panel.continue());
  }

  /** Has the last question answered anew. */
  regenerate(): void {
    this.#act((panel) => void panel.regenerate());
  }

  /** Asks a question that got no answer again, with other words if there are any: it moves to the end. */
  resend(message: ChatMessage, text: string = textOf(message)): void {
    const { host, conversation, follow } = this.#options;
    const isLast = conversation.state.messages.at(-1) === message;
    if (isLast && text === textOf(message)) return this.retry();
    this.#act((panel) => {
      if (text.trim().length > MAX_MESSAGE_CHARACTERS) return void panel.send(text);
      if (message.status !== 'failed' || isLast) return void panel.edit(message.id, text);
      // The page may refuse the text: the message then stays where it is.
      if (!host.dispatchEvent(new CfAiChatSendEvent(text))) return;
      conversation.remove(message.id);
      follow(conversation.send(text));
    });
  }

  /** Opens a question for editing. */
  edit(message: ChatMessage): void {
    const { host, conversation, loadEditing } = this.#options;
    if (host.disabled) return;
    loadEditing().then(
      (editing) => editing.begin(message),
      // Its code did not come: the composer is an editor, too.
      () => conversation.state.draft === '' && conversation.setDraft(textOf(message)),
    );
  }

  /** Takes a question that got no answer out of the transcript. */
  remove(message: ChatMessage): void {
    this.#act(() => this.#options.conversation.remove(message.id));
  }

  #act(handle: (panel: TurnControlsOptions['panel']) => void): void {
    const { host, panel, moveFocus } = this.#options;
    if (host.disabled) return;
    moveFocus();
    handle(panel);
  }
}
