import type { ChatErrorCode } from '../../../protocol/chat-error.ts';
import { type ChatMessage, type FilePart, filesOf } from '../../../protocol/chat-message.ts';
import { imageAddress } from '../../../markdown/url-gate.ts';
import { addStyles } from '../../base/css.ts';
import { fileName, fileSize } from '../../base/describe-file.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { fileIcon } from '../../base/file-icon.ts';
import { readWords } from '../../base/read-lists.ts';
import type { Chat } from '../../feature/chat.ts';
import { renderer } from '../renderer/feature.ts';
import { filesStyles } from './files.styles.ts';

/** Our own, made of the bytes that came. */
const BLOB = /^blob:/;
/** What this page, or an earlier one, has made of a picture. */
const THUMBNAIL = /^data:image\/(?:webp|jpeg|png);base64,/;

/**
 * The files of messages. Of answers: pictures from the addresses that `image-sources` allows, links with name and size to all others.
 * Of questions: small pictures, and names, which open the originals that the browser keeps.
 */
export class Files {
  readonly #chat: Chat;
  /** Addresses of pictures that did not come, as after a reload, or that a policy of the page does not allow. */
  readonly #missing = new Set<string>();
  /** Ids of files that are not in this browser any more. */
  readonly #gone = new Set<string>();

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, filesStyles);
  }

  /** Under a message; nothing where it has no files. */
  render(message: ChatMessage): TemplateResult | typeof nothing {
    const files = filesOf(message);
    if (files.length === 0) return nothing;
    const isAsked = message.role === 'user';
    return html`<ul
      class="files ${isAsked ? 'asked-files' : ''}"
      part="files"
      aria-label=${isAsked ? this.#chat.strings.current.files : nothing}
    >
      ${files.map(
        (file) =>
          html`<li>
            ${isAsked ? this.#renderAsked(file) : (this.#renderPicture(file) ?? this.#renderLink(file))}
          </li>`,
      )}
    </ul>`;
  }

  /** Opens what the visitor has sent. */
  #renderAsked(file: FilePart): TemplateResult {
    const name = fileName(file);
    const isSeen = THUMBNAIL.test(file.url) && !this.#missing.has(file.url);
    return html`<button
      class=${isSeen ? 'asked-picture' : 'asked-file'}
      part="file"
      type="button"
      aria-label="${this.#chat.strings.current.openSource}: ${name}"
      title=${name}
      @click=${() => void this.#open(file)}
    >
      ${
        isSeen
          ? html`<img alt="" src=${file.url} @error=${() => this.#handleMissing(file.url)} />`
          : html`${fileIcon}<span dir="auto">${name}</span> ${this.#gone.has(file.id ?? '') ? this.#goneWords : this.#sizeOf(file)}`
      }
    </button>`;
  }

  async #open(file: FilePart): Promise<void> {
    const { openFile } = await import('./open-file.ts');
    if (await openFile(file, this.#chat)) return;
    this.#gone.add(file.id ?? '');
    this.#chat.announce(this.#goneWords);
    this.#chat.redraw();
  }

  get #goneWords(): string {
    const { errors } = this.#chat.strings.current;
    return errors['file-gone' as ChatErrorCode];
  }

  #renderPicture(file: FilePart): TemplateResult | undefined {
    const { host } = this.#chat;
    const { url, mediaType } = file;
    if (!mediaType.startsWith('image/') || this.#missing.has(url)) return undefined;
    const imageSources = host.storage.isAllowed ? readWords(host.imageSources) : [];
    const address = BLOB.test(url) ? url : imageAddress(url, { imageSources });
    if (address === undefined) return undefined;
    return html`<img
      part="file"
      referrerpolicy="no-referrer"
      loading="lazy"
      alt=${fileName(file)}
      src=${address}
      @error=${() => this.#handleMissing(url)}
    />`;
  }

  #renderLink(file: FilePart): TemplateResult {
    const name = fileName(file);
    const size = this.#sizeOf(file);
    // It comes with the first answer, and has the panel drawn anew.
    const link = renderer.of(this.#chat).current?.describeLink(file.url, name, {});
    if (!link) return html`<span part="file" dir="auto">${name}</span> ${size}`;
    const { href, rel, target } = link.attributes;
    return html`<a part="file" dir="auto" href=${href} rel=${rel} target=${target ?? nothing}>${name}</a
      >${link.note} ${size}`;
  }

  #sizeOf({ size }: FilePart): string {
    const text = fileSize(size, this.#chat.strings.language);
    return text && `(${text})`;
  }

  #handleMissing(url: string): void {
    this.#missing.add(url);
    this.#chat.redraw();
  }
}
