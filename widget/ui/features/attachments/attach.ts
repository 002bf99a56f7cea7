import type { Question } from '../../../protocol/question.ts';
import type { AcceptedKinds } from '../../../protocol/accepted-files.ts';
import { isLocal } from '../../../protocol/endpoint.ts';
import { addStyles } from '../../base/css.ts';
import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { files as drawnFiles } from '../files/feature.ts';
import { acceptedKinds } from './accepted-kinds.ts';
import { attachStyles } from './attach.styles.ts';
import type { AttachedFiles } from './attached-files.ts';

const CLIP = icon(
  svg`<path d="m20 11.5-8.2 8.2a5 5 0 0 1-7-7l8.5-8.6a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.8-7.8" />`,
);

/** For the dialog that chooses files. Phones offer their camera where pictures are wanted. */
const CHOICES = {
  images: 'image/*',
  pdf: 'application/pdf',
  text: 'text/*,.md,.csv,.json,.log,.txt',
} as const;

/** The ways to add files: a button, pasting, dropping on the panel. The rest is loaded with the first file. */
export class Attach {
  readonly #chat: Chat;
  readonly #files: LazyFeature<AttachedFiles>;
  #accepted: AcceptedKinds = { kinds: [] };
  /** The settings that `#accepted` is of. */
  #settings = '';
  #following: Promise<void> = Promise.resolve();
  /** The element that files are dragged over; undefined where they are not over the panel. */
  #target: EventTarget | null | undefined;

  constructor(chat: Chat) {
    const { host, root, signal } = chat;
    this.#chat = chat;
    this.#files = new LazyFeature(
      async () => {
        // It draws them in the question, too.
        const [drawing, { AttachedFiles }, { storeOf }] = await Promise.all([
          drawnFiles.of(chat).load(),
          import('./attached-files.ts'),
          // Loaded here, so that a missing file of code is not taken for a fault of the visitor's file.
          import('../../../attachments/file-store.ts'),
        ]);
        return new AttachedFiles(chat, drawing, { kinds: () => this.#accepted.kinds, storeOf });
      },
      () => host.requestUpdate(),
    );
    addStyles(host.renderRoot as ShadowRoot, attachStyles);
    root.addEventListener('paste', (event) => this.#handlePaste(event), { signal });
    root.addEventListener('dragenter', (event) => this.#handleDrag(event, event.target), { signal });
    root.addEventListener('dragover', (event) => this.#handleDrag(event), { signal });
    root.addEventListener('dragleave', (event) => this.#handleDragLeave(event), { signal });
    root.addEventListener('drop', (event) => this.#handleDrop(event), { signal });
  }

  /** Resolves when all files that were added are ready, or have failed; undefined where none is on its way. */
  get preparing(): Promise<unknown> | undefined {
    return this.#files.current?.preparing;
  }

  /**
   * Adds files of the page's to the draft. With a text, resolves with both as a question, which leaves the draft; undefined where one
   * of the files is not taken: then all is the draft.
   */
  async add(chosen: readonly File[], text?: string): Promise<Question | undefined> {
    await this.#follow();
    const loaded = await this.#files.load();
    const ids = await loaded.add(chosen);
    if (text === undefined) return undefined;
    const taken = ids.length < chosen.length ? undefined : loaded.take(ids);
    if (!taken) this.#chat.conversation.setDraft(text);
    return taken && { text, files: taken };
  }

  /** The button, where the backend takes files. */
  renderButton(): TemplateResult | typeof nothing {
    void this.#follow();
    const { host, strings } = this.#chat;
    const { kinds } = this.#accepted;
    if (kinds.length === 0) return nothing;
    const { attach } = strings.current;
    return html`<input
        type="file"
        hidden
        multiple
        accept=${kinds.map((kind) => CHOICES[kind]).join()}
        @change=${(event: Event) => this.#handleChosen(event)}
      /><button
        class="attach"
        part="attach"
        type="button"
        aria-label=${attach}
        title=${attach}
        ?disabled=${host.disabled}
        @click=${(event: Event) => this.#handlePress(event)}
      >
        ${CLIP}
      </button>`;
  }

  /** The files that were added, and a sign over the panel while others are dragged there. On a page of the owner's own machine, also why none can be. */
  renderFiles(): unknown {
    // A draft of an earlier page.
    if (this.#chat.state.draftFiles.length > 0) this.#files.request();
    return [this.#renderDrop(), this.#renderReason(), this.#files.current?.render()];
  }

  #renderDrop(): TemplateResult | typeof nothing {
    if (this.#target === undefined) return nothing;
    return html`<div class="drop-files"><span>${CLIP} ${this.#chat.strings.current.dropFiles}</span></div>`;
  }

  #renderReason(): TemplateResult | typeof nothing {
    const { reason } = this.#accepted;
    if (reason === undefined || !isLocal(location)) return nothing;
    return html`<p class="hint" lang="en" dir="ltr">No files can be sent: ${reason}.</p>`;
  }

  /** Resolves when it is known what is accepted. */
  #follow(): Promise<void> {
    const { attachments, endpoint, requestFormat, transport, storage } = this.#chat.host;
    const settings = [attachments, endpoint, requestFormat, transport !== undefined, storage.isAllowed].join(
      '\n',
    );
    if (settings !== this.#settings) {
      this.#settings = settings;
      this.#following = this.#accept(settings);
    }
    return this.#following;
  }

  async #accept(settings: string): Promise<void> {
    const { host } = this.#chat;
    const accepted = await acceptedKinds(host);
    if (settings !== this.#settings) return;
    this.#accepted = accepted;
    if (accepted.reason) {
      // oxlint-disable-next-line no-console -- for the site's owner: visitors see no button
      console.warn(`<cf-ai-chat>: attachments="${String(host.attachments)}": ${accepted.reason}.`);
    }
    host.requestUpdate();
  }

  #handlePress({ currentTarget }: Event): void {
    // Its code is here once the files are chosen.
    this.#files.request();
    const input = (currentTarget as HTMLElement).previousElementSibling;
    if (input instanceof HTMLInputElement) input.click();
  }

  #handleChosen({ currentTarget }: Event): void {
    const input = currentTarget as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // The same file can be chosen once more.
    input.value = '';
    this.#take(files);
  }

  /** Programs for texts and tables copy a picture of a text besides the text. */
  #handlePaste(event: ClipboardEvent): void {
    const { files, types = [] } = event.clipboardData ?? {};
    if (!this.#isOpen || !files || files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    this.#take([...files]);
  }

  #handleDrag(event: DragEvent, target: EventTarget | null | undefined = this.#target): void {
    if (!this.#isOpen || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // A page that takes files itself would take them, too.
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    this.#drag(target ?? this.#chat.root);
  }

  /** An element is entered before the one around it, or in it, is left. */
  #handleDragLeave({ target }: DragEvent): void {
    if (target === this.#target) this.#drag(undefined);
  }

  #handleDrop(event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (this.#target === undefined || files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#drag(undefined);
    this.#take(files);
  }

  #drag(target: EventTarget | undefined): void {
    const isSame = (target === undefined) === (this.#target === undefined);
    this.#target = target;
    if (!isSame) this.#chat.host.requestUpdate();
  }

  #take(files: readonly File[]): void {
    if (files.length > 0) void openFeature(this.#chat, this.#files, (loaded) => loaded.add(files));
  }

  get #isOpen(): boolean {
    return this.#accepted.kinds.length > 0 && !this.#chat.host.disabled;
  }
}
