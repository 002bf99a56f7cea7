import { FileError, type FileFault, prepareFile } from '../../../attachments/prepare-file.ts';
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
import { fill, type Strings } from '../../strings/strings.ts';
import type { Files } from '../files/files.ts';
import { attachedFilesStyles } from './attached-files.styles.ts';

/** A file that is being prepared, or has failed. One that is ready is a part of the draft. */
interface PendingFile extends FilePart {
  readonly id: string;
  readonly fault?: FileFault;
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
  #pending: readonly PendingFile[] = [];
  /** What has happened since something was last said. */
  #news: string[] = [];
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
      this.#pending = this.#pending.filter(({ fault }) => !fault);
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
    const room = MAX_FILES - this.#all.filter((file) => !('fault' in file)).length;
    const taken = files.slice(0, Math.max(0, room)).map((file) => this.#begin(file));
    const { tooManyFiles } = this.#chat.strings.current;
    this.#notice = taken.length < files.length ? fill(tooManyFiles, { count: MAX_FILES }) : '';
    if (this.#notice) this.#news.push(this.#notice);
    const before = this.#preparing;
    const run = async (): Promise<void> => {
      await before;
      for (const [id, file] of taken) {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await this.#prepare(id, file);
      }
    };
    const running = run();
    this.#preparing = running;
    this.#draw();
    await running;
    if (this.#preparing === running) this.#preparing = undefined;
    this.#announce();
    void this.#showLast();
    return taken.map(([id]) => id);
  }

  /** What was not taken stands last, and the list may be higher than its room. */
  async #showLast(): Promise<void> {
    const { host } = this.#chat;
    await host.updateComplete;
    const list = host.renderRoot.querySelector('.attached');
    list?.scrollTo({ top: list.scrollHeight });
  }

  /** Takes files out of the draft again; undefined where not all of them are ready. */
  take(ids: readonly string[]): readonly FilePart[] | undefined {
    const { conversation, state } = this.#chat;
    const isTaken = ({ id = '' }: FilePart): boolean => ids.includes(id);
    const taken = state.draftFiles.filter(isTaken);
    if (taken.length < ids.length) return undefined;
    conversation.type(
      state.draft,
      state.draftFiles.filter((file) => !isTaken(file)),
    );
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

  get #all(): readonly (FilePart | PendingFile)[] {
    return [...this.#chat.state.draftFiles, ...this.#pending];
  }

  #renderFile(file: FilePart | PendingFile): TemplateResult {
    const { strings, host } = this.#chat;
    const { current } = strings;
    const { name = '' } = file;
    const fault = 'fault' in file ? file.fault : undefined;
    const isPending = this.#pending.some(({ id }) => id === file.id);
    const about = fault ? explain(fault, current) : this.#files.sizeOf(file);
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

  #begin(file: File): readonly [id: string, file: File] {
    const id = createId();
    const { name, type: mediaType, size } = file;
    this.#pending = [...this.#pending, { type: 'file', id, url: '', name, mediaType, size }];
    return [id, file];
  }

  async #prepare(id: string, chosen: File): Promise<void> {
    const { host, conversation } = this.#chat;
    try {
      const event = new CfAiChatAttachEvent(chosen);
      if (!host.dispatchEvent(event)) throw new FileError('unsupported');
      const { name } = event.file;
      this.#change(id, { name });
      const kinds = this.#options.kinds();
      const show = (url: string): void => this.#change(id, { url });
      const file = await prepareFile(event.file, { kinds, show });
      const bytes = this.#chat.state.draftFiles.reduce((sum, { size = 0 }) => sum + size, file.size);
      if (bytes > MAX_FILES_BYTES) throw new FileError('too-large');
      await this.#store.put(id, file);
      const pending = this.#pending.find((other) => other.id === id);
      // It was removed meanwhile.
      if (!pending) return this.#forget(id);
      this.#pending = this.#pending.filter((other) => other !== pending);
      const part: FilePart = {
        type: 'file',
        id,
        url: pending.url,
        name,
        mediaType: file.type,
        size: file.size,
      };
      this.#news.push(fill(this.#chat.strings.current.fileAttached, { name }));
      const { draft, draftFiles } = this.#chat.state;
      conversation.type(draft, [...draftFiles, part]);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #fail(id: string, error: unknown): void {
    // A folder, or a file that is gone from the disk.
    const fault = error instanceof FileError ? error.fault : 'unsupported';
    this.#change(id, { fault });
    const file = this.#pending.find((other) => other.id === id);
    if (file) this.#news.push(`${file.name}: ${explain(fault, this.#chat.strings.current)}`);
  }

  #change(id: string, change: Partial<PendingFile>): void {
    this.#pending = this.#pending.map((file) => (file.id === id ? { ...file, ...change } : file));
    this.#draw();
  }

  /** Focus goes to the next file, else to the one before, else to where files are added. */
  #handleRemove({ currentTarget }: Event, file: FilePart | PendingFile): void {
    const { conversation, state, strings, root } = this.#chat;
    const buttons = [...root.querySelectorAll('.attachment button')];
    const at = buttons.indexOf(currentTarget as Element);
    const { id = '' } = file;
    this.#pending = this.#pending.filter((other) => other.id !== id);
    this.#notice = '';
    const left = state.draftFiles.filter((other) => other.id !== id);
    if (left.length < state.draftFiles.length) conversation.type(state.draft, left);
    void this.#forget(id);
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
    this.#chat.announce(this.#news.join(' '));
    this.#news = [];
  }

  #draw(): void {
    this.#chat.host.requestUpdate();
  }

  async #forget(id: string): Promise<void> {
    await this.#store.delete([id]);
  }

  get #store(): FileStore {
    const { instance, persist, storage } = this.#chat.host;
    // Nothing is stored before the visitor has agreed.
    return this.#options.storeOf({ instance, persist: storage.isAllowed ? persist : 'none' });
  }
}

/** Why a file is not taken; also for one that the page has refused. */
function explain(fault: FileFault, words: Strings): string {
  return {
    unsupported: words.fileUnsupported,
    'too-large': words.fileTooLarge,
    empty: words.fileEmpty,
    undecodable: words.fileUndecodable,
  }[fault];
}
