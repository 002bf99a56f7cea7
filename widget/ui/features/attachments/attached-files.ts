import { type FileFault, prepareFile } from '../../../attachments/prepare-file.ts';
import type { FileStore, storeOf } from '../../../attachments/file-store.ts';
import { createId } from '../../../conversation/create-id.ts';
import type { FileKind } from '../../../protocol/accepted-files.ts';
import type { FilePart } from '../../../protocol/chat-message.ts';
import { MAX_FILES, MAX_FILES_BYTES } from '../../../protocol/limits.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { addStyles } from '../../base/css.ts';
import { closeIcon } from '../../base/icons.ts';
import { CfAiChatAttachEvent } from '../../element/attach-event.ts';
import type { Chat } from '../../feature/chat.ts';
import { fill } from '../../strings/strings.ts';
import type { Files } from '../files/files.ts';
import { attachedFilesStyles } from './attached-files.styles.ts';

/** A file of the list: a part of the draft, or one that is not ready. */
interface AttachedFile extends FilePart {
  url: string;
  name?: string;
  fault?: FileFault;
}

/** Options of {@link AttachedFiles}. */
export interface AttachedFilesOptions {
  /** The kinds of files that the backend takes now. */
  readonly kinds: () => readonly FileKind[];
  readonly storeOf: typeof storeOf;
}

/** The files that were added to the question which is being written. */
export class AttachedFiles {
  readonly #chat: Chat;
  readonly #files: Files;
  readonly #options: AttachedFilesOptions;
  /** The files that are being prepared, or have failed. A file that is ready is a part of the draft. */
  readonly #pending = new Set<AttachedFile>();
  /** Sentences about attached, removed and refused files that are not yet announced to screen readers. */
  readonly #news: string[] = [];
  #preparing: Promise<unknown> | undefined;
  /** Why files were left out. */
  #notice = '';

  constructor(chat: Chat, files: Files, options: AttachedFilesOptions) {
    this.#chat = chat;
    this.#files = files;
    this.#options = options;
    addStyles(chat.host.renderRoot as ShadowRoot, attachedFilesStyles);
    // What was not taken goes with the question that was sent without it.
    let last = this.#lastQuestion;
    chat.conversation.subscribe(() => {
      if (last === this.#lastQuestion) return;
      last = this.#lastQuestion;
      for (const file of this.#pending) if (file.fault) this.#pending.delete(file);
      this.#notice = '';
    });
  }

  /** Resolves when all files are ready, or have failed; undefined where none is on its way. */
  get preparing(): Promise<unknown> | undefined {
    return this.#preparing;
  }

  /**
   * Adds files to the draft, one after the other: a photo in memory is large. Resolves when all are ready, or have failed, with their
   * ids; fewer where there is no room.
   */
  async add(files: readonly File[]): Promise<readonly string[]> {
    const room = MAX_FILES - this.#all.filter(({ fault }) => !fault).length;
    const taken = files.slice(0, Math.max(0, room)).map((file) => this.#begin(file));
    const { tooManyFiles } = this.#chat.strings.current;
    this.#notice = taken.length < files.length ? fill(tooManyFiles, { count: MAX_FILES }) : '';
    if (this.#notice) this.#news.push(this.#notice);
    const before = this.#preparing;
    const run = async (): Promise<void> => {
      await before;
      for (const [file, chosen] of taken) {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await this.#prepare(file, chosen);
      }
    };
    const running = run();
    this.#preparing = running;
    this.#draw();
    await running;
    if (this.#preparing === running) this.#preparing = undefined;
    this.#announce();
    void this.#showLast();
    return taken.map(([{ id = '' }]) => id);
  }

  /** Scrolls to the end of the list, where refused files are: the list may be higher than its room. */
  async #showLast(): Promise<void> {
    const { host } = this.#chat;
    await host.updateComplete;
    const list = host.renderRoot.querySelector('.attached');
    list?.scrollTo({ top: list.scrollHeight });
  }

  /** Takes files out of the draft again; undefined where not all of them are ready. */
  take(ids: readonly string[]): readonly FilePart[] | undefined {
    const { draftFiles } = this.#chat.state;
    const taken = draftFiles.filter(({ id = '' }) => ids.includes(id));
    if (taken.length < ids.length) return undefined;
    this.#setReady(draftFiles.filter((file) => !taken.includes(file)));
    return taken;
  }

  render(): TemplateResult | typeof nothing {
    const all = this.#all;
    if (all.length === 0) return nothing;
    return html`<ul class="attached" part="attachments" aria-label=${this.#chat.strings.current.attach}>
        ${all.map((file) => this.#renderFile(file))}
      </ul>
      ${this.#notice ? html`<p class="hint" part="notice">${this.#notice}</p>` : nothing}`;
  }

  get #lastQuestion(): string | undefined {
    const { messages, waiting } = this.#chat.state;
    return (waiting.at(-1) ?? messages.findLast(({ role }) => role === 'user'))?.id;
  }

  get #all(): readonly AttachedFile[] {
    return [...this.#chat.state.draftFiles, ...this.#pending];
  }

  #renderFile(file: AttachedFile): TemplateResult {
    const { strings, host } = this.#chat;
    const { current } = strings;
    const { name = '', fault } = file;
    const isPending = this.#pending.has(file);
    const about = fault ? current[fault] : this.#files.sizeOf(file);
    return html`<li class="attachment ${fault ? 'failed' : isPending ? 'preparing' : ''}" part="attachment">
      <span class="preview">${this.#files.renderThumbnail(file)}</span>
      <span class="about"
        ><span class="name" dir="auto" title=${name}>${name}</span> <span>${about}</span></span
      >
      <button
        class="quiet"
        type="button"
        aria-label="${current.delete}: ${name}"
        title=${current.delete}
        ?disabled=${host.disabled}
        @click=${(event: Event) => this.#handleRemove(event, file)}
      >
        ${closeIcon}
      </button>
    </li>`;
  }

  #begin(chosen: File): readonly [file: AttachedFile, chosen: File] {
    const { name, type: mediaType, size } = chosen;
    const file: AttachedFile = { type: 'file', id: createId(), url: '', name, mediaType, size };
    this.#pending.add(file);
    return [file, chosen];
  }

  async #prepare(file: AttachedFile, chosen: File): Promise<void> {
    // A folder, or a file that is gone from the disk, cannot be read.
    const fault = await this.#attach(file, chosen).catch((): FileFault => 'fileUnsupported');
    if (!fault) return;
    file.fault = fault;
    if (this.#pending.has(file)) this.#news.push(`${file.name}: ${this.#chat.strings.current[fault]}`);
    this.#draw();
  }

  /** Makes a file a part of the draft. Resolves with the reason where it is not taken. */
  async #attach(file: AttachedFile, chosen: File): Promise<FileFault | undefined> {
    const { host, strings } = this.#chat;
    const event = new CfAiChatAttachEvent(chosen);
    if (!host.dispatchEvent(event)) return 'fileUnsupported';
    const { name } = event.file;
    file.name = name;
    this.#draw();
    const show = (thumbnail: string): void => {
      file.url = thumbnail;
      this.#draw();
    };
    const prepared = await prepareFile(event.file, this.#options.kinds(), show);
    if (typeof prepared === 'string') return prepared;
    const { type: mediaType, size } = prepared;
    const { draftFiles } = this.#chat.state;
    if (draftFiles.reduce((sum, other) => sum + (other.size ?? 0), size) > MAX_FILES_BYTES)
      return 'fileTooLarge';
    const { id = '' } = file;
    await this.#store.put(id, prepared);
    // False where it was removed meanwhile.
    if (this.#pending.delete(file)) {
      this.#news.push(fill(strings.current.fileAttached, { name }));
      this.#setReady([...this.#chat.state.draftFiles, { ...file, mediaType, size }]);
    } else await this.#store.delete([id]);
    return undefined;
  }

  /** Replaces the files of the draft. */
  #setReady(files: readonly FilePart[]): void {
    const { conversation, state } = this.#chat;
    conversation.type(state.draft, files);
  }

  /** Focus goes to the next file, else to the one before, else to where files are added. */
  #handleRemove({ currentTarget }: Event, file: AttachedFile): void {
    const { state, strings, root } = this.#chat;
    const buttons = [...root.querySelectorAll('.attachment button')];
    const at = buttons.indexOf(currentTarget as Element);
    const { id = '' } = file;
    this.#pending.delete(file);
    this.#notice = '';
    const left = state.draftFiles.filter((other) => other.id !== id);
    if (left.length < state.draftFiles.length) this.#setReady(left);
    void this.#store.delete([id]);
    this.#news.push(fill(strings.current.fileRemoved, { name: file.name ?? '' }));
    this.#draw();
    this.#announce();
    void this.#focus(at);
  }

  async #focus(at: number): Promise<void> {
    const { host, root } = this.#chat;
    await host.updateComplete;
    const left = root.querySelectorAll<HTMLElement>('.attachment button');
    (left[at] ?? left[at - 1] ?? root.querySelector<HTMLElement>('.attach'))?.focus();
  }

  #announce(): void {
    if (this.#preparing || this.#news.length === 0) return;
    this.#chat.announce(this.#news.splice(0).join(' '));
  }

  #draw(): void {
    this.#chat.host.requestUpdate();
  }

  get #store(): FileStore {
    const { instance, persist, storage } = this.#chat.host;
    // Nothing is stored before the visitor has agreed.
    return this.#options.storeOf({ instance, persist: storage.isAllowed ? persist : 'none' });
  }
}
