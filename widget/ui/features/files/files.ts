import { type ChatMessage, type FilePart, filesOf } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { filesStyles } from './files.styles.ts';
import type { AnsweredFile } from './answered-file.ts';
import type { openFile } from './open-file.ts';
import type { UploadBars } from './upload-bars.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Icon of a sheet with a folded corner. */
const PAGE = icon(svg`<path d="M7 3h7l4 4v14H7zM14 3v4h4" />`);

/** The address of a thumbnail, which this page or an earlier one has made of a picture. */
const THUMBNAIL = /^data:image\/(?:webp|jpeg|png);base64,/;

/** The files of messages. Of questions: small pictures, and names, which open the originals that the browser keeps. */
export class Files {
  readonly #chat: Chat;
  /**
   * Addresses of pictures that failed to load, for example after a reload or because of the page's policy, and ids of files that are
   * no longer in this browser.
   */
  readonly #missing = new Set<string>();
  readonly #answered: LazyFeature<AnsweredFile>;
  readonly #opener: LazyFeature<typeof openFile>;
  readonly #uploads: LazyFeature<UploadBars>;

  constructor(chat: Chat) {
    const redraw = (): void => chat.redraw();
    this.#chat = chat;
    this.#answered = new LazyFeature(
      async () => new (await import('./answered-file.ts')).AnsweredFile(chat, this),
      redraw,
    );
    this.#opener = new LazyFeature(async () => (await import('./open-file.ts')).openFile, redraw);
    this.#uploads = new LazyFeature(
      async () => (await import('./upload-bars.ts')).UploadBars.load(chat),
      redraw,
    );
    addStyles(chat.host.renderRoot as ShadowRoot, filesStyles);
  }

  /** The files under a message; nothing where it has none. */
  render(message: ChatMessage): TemplateResult | typeof nothing {
    const files = filesOf(message);
    if (files.length === 0) return nothing;
    const isAsked = message.role === 'user';
    if (!isAsked) this.#answered.request();
    else if (this.#isUploading) this.#uploads.request();
    return html`<ul class="files ${isAsked ? 'asked-files' : ''}" part="files">
      ${files.map(
        (file) =>
          html`<li>
            ${isAsked ? [this.#renderAsked(file), this.#uploads.current?.render(file)] : this.#answered.current?.render(file)}
          </li>`,
      )}
    </ul>`;
  }

  /** The preview of a file; an icon where there is none. */
  renderThumbnail(file: FilePart): TemplateResult {
    if (!this.#isSeen(file)) return PAGE;
    return html`<img
      alt=""
      draggable="false"
      src=${file.url}
      @error=${() => this.handleMissing(file.url)}
    />`;
  }

  /** The size of a file as text; empty where it is unknown. */
  sizeOf({ size = 0 }: FilePart): string {
    if (size <= 0) return '';
    const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
    const unit = UNITS[power] ?? 'byte';
    // The short form of "bytes" would be "byte".
    const unitDisplay = power === 0 ? 'long' : 'short';
    const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(this.#chat.strings.language, format).format(size / 1_000 ** power);
  }

  /** Whether the picture of an address did not come, or the file of an id is gone. */
  isMissing(addressOrId: string): boolean {
    return this.#missing.has(addressOrId);
  }

  handleMissing(addressOrId: string): void {
    this.#missing.add(addressOrId);
    this.#chat.redraw();
  }

  #isSeen({ url }: FilePart): boolean {
    return THUMBNAIL.test(url) && !this.isMissing(url);
  }

  /** A file of a question, which opens the original. */
  #renderAsked(file: FilePart): TemplateResult {
    const name = file.name || file.mediaType;
    const isSeen = this.#isSeen(file);
    const about = this.isMissing(file.id ?? '') ? this.#goneWords : this.sizeOf(file);
    const { openSource } = this.#chat.strings.current;
    return html`<button
      class=${isSeen ? 'asked-picture' : 'asked-file'}
      part="file"
      type="button"
      aria-label="${openSource}: ${name}${isSeen || !about ? '' : ` ${about}`}"
      title=${name}
      @click=${() => void openFeature(this.#chat, this.#opener, (open) => this.#open(open, file))}
    >
      ${this.renderThumbnail(file)}
      ${isSeen ? nothing : html`<span class="name" dir="auto">${name}</span> <span>${about}</span>`}
    </button>`;
  }

  /** Whether files are uploaded before their question, in separate requests. */
  get #isUploading(): boolean {
    const { upload, requestFormat } = this.#chat.host;
    return upload !== undefined || /^(?:dify|chatkit)$/.test(requestFormat);
  }

  async #open(open: typeof openFile, file: FilePart): Promise<void> {
    if (await open(file, this.#chat)) return;
    this.#chat.announce(this.#goneWords);
    this.handleMissing(file.id ?? '');
  }

  get #goneWords(): string {
    const { errors } = this.#chat.strings.current;
    return errors['file-gone'];
  }
}
