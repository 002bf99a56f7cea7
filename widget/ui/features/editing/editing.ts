import { html, type TemplateResult } from '../../base/html.ts';
import { type ChatMessage, hasFile, textOf } from '../../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../../protocol/limits.ts';
import { enterKeyHint, fitToText, isSendKey } from '../../composer/composer.ts';
import { addStyles } from '../../base/css.ts';
import { whenShownAgain } from '../../../transport/clock.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import { MessageDraft } from '../../base/message-draft.ts';
import { files } from '../files/feature.ts';
import type { Files } from '../files/files.ts';
import { editingStyles } from './editing.styles.ts';
import type { Chat } from '../../feature/chat.ts';

/** The members of a chat that editing uses. */
type Needs = Pick<Chat, 'host' | 'strings' | 'root' | 'signal' | 'asking' | 'redraw'>;

/** Shows one question as a text box in place of its bubble. */
export class Editing {
  readonly #chat: Needs;
  readonly #files: LazyFeature<Files>;
  readonly #kept: MessageDraft;
  #id: string | undefined;
  /** The text in the box. */
  #text = '';
  /** The stored text when it was last read; empty where nothing may be stored. */
  #stored = '';

  constructor(chat: Chat) {
    this.#chat = chat;
    this.#files = files.of(chat);
    this.#kept = new MessageDraft(chat.host, 'edit');
    this.#restore();
    const { signal, redraw } = chat;
    whenShownAgain(() => this.#restore() && redraw(), signal);
    // The last text of an earlier page may become readable only later.
    addEventListener('storage', () => this.#restore() && redraw(), { signal });
    // Read at the end too: dictation and spelling tools change the text without an `input` event.
    addEventListener('pagehide', () => this.#read(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && this.#read(), { signal });
    addStyles(chat.host.renderRoot as ShadowRoot, editingStyles);
    this.#keepFocus();
  }

  /** Opens a message for editing, and focuses the box. */
  begin(message: ChatMessage): void {
    this.#id = message.id;
    this.#text = textOf(message);
    this.#keep();
    this.#chat.redraw();
    void this.#focusBox();
  }

  /** The text box of the open message; undefined for any other message. */
  render(message: ChatMessage): TemplateResult | undefined {
    if (message.id !== this.#id) return undefined;
    const { strings, host } = this.#chat;
    const { message: label, cancel, send } = strings.current;
    const handleSubmit = (event: Event): void => {
      event.preventDefault();
      const box = (event.currentTarget as HTMLElement).querySelector('textarea');
      this.#submit(message, box?.value.trim() ?? '');
    };
    return html`<form class="edit" @submit=${handleSubmit}>
      <textarea
        dir="auto"
        rows="1"
        enterkeyhint=${enterKeyHint()}
        aria-label=${label}
        maxlength=${MAX_MESSAGE_CHARACTERS}
        .value=${this.#text}
        @input=${() => this.#read()}
        @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event, message)}
      ></textarea>
      ${this.#files.current?.render(message)}
      <div class="actions">
        <button class="action" type="button" @click=${() => this.#close()}>${cancel}</button>
        <button class="action primary" type="submit" ?disabled=${host.disabled}>${send}</button>
      </div>
    </form>`;
  }

  /** Takes over what another page of the tab has stored: an open box, or a closed one. False where nothing has changed. */
  #restore(): boolean {
    const { id } = this.#kept;
    const text = this.#kept.textOf(id ?? '') ?? '';
    const stored = `${id}\n${text}`;
    if (stored === this.#stored) return false;
    this.#stored = stored;
    [this.#id, this.#text] = [id, text];
    return true;
  }

  async #focusBox(): Promise<void> {
    await this.#chat.host.updateComplete;
    const box = this.#box;
    if (!box) return;
    box.setSelectionRange(box.value.length, box.value.length);
    fitToText(box);
    // Focusing a high box would scroll to its end: scroll the form into view first.
    box.form?.scrollIntoView({ block: 'nearest' });
    box.focus();
  }

  /** Gives the box its focus back where an update has moved its question, for example into another part of the transcript. */
  #keepFocus(): void {
    const { host, signal } = this.#chat;
    let before: HTMLTextAreaElement | null = null;
    const controller = {
      hostUpdate: () => {
        const box = this.#box;
        before = box?.matches(':focus') ? box : null;
      },
      hostUpdated: () => {
        const box = this.#box;
        if (!before || !box || box.matches(':focus')) return;
        box.setSelectionRange(before.selectionStart, before.selectionEnd);
        fitToText(box);
        box.focus({ preventScroll: true });
      },
    };
    host.addController(controller);
    signal.addEventListener('abort', () => host.removeController(controller));
  }

  /** Stores the text in the box. */
  #read(): void {
    const box = this.#box;
    if (!box || box.value === this.#text) return;
    this.#text = box.value;
    this.#keep();
    fitToText(box);
  }

  #handleKeydown(event: KeyboardEvent, message: ChatMessage): void {
    if (event.key === 'Escape' && !event.isComposing) {
      // Escape must not also close the panel.
      event.stopPropagation();
      this.#close();
    } else if (isSendKey(event)) {
      event.preventDefault();
      this.#submit(message, (event.currentTarget as HTMLTextAreaElement).value.trim());
    }
  }

  #submit(message: ChatMessage, text: string): void {
    if (text === '' && !hasFile(message)) return;
    this.#end();
    this.#chat.asking.resend(message, text);
    this.#chat.redraw();
  }

  #keep(): void {
    const [id, text] = [this.#id ?? '', this.#text];
    this.#kept.write(id, text);
    this.#restore();
    // `#restore` has read nothing where nothing may be stored: set both again.
    [this.#id, this.#text] = [id, text];
  }

  #end(): void {
    this.#kept.clear();
    this.#restore();
    this.#id = undefined;
  }

  get #box(): HTMLTextAreaElement | null {
    return this.#chat.root.querySelector('.edit textarea');
  }

  /** Closes the box, and moves focus to the first control of its message. */
  #close(): void {
    const { host, root, redraw } = this.#chat;
    const around = root.querySelector('.edit')?.parentElement;
    this.#end();
    redraw();
    void host.updateComplete.then(() =>
      around
        ?.querySelector<HTMLElement>('.step:not(:disabled), .edit-question')
        ?.focus({ preventScroll: true }),
    );
  }
}
