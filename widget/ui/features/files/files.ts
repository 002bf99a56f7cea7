import type { ChatMessage, FilePart } from '../../../protocol/chat-message.ts';
import { imageAddress } from '../../../markdown/url-gate.ts';
import { addStyles } from '../../base/css.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { readWords } from '../../base/read-lists.ts';
import type { Chat } from '../../feature/chat.ts';
import { renderer } from '../renderer/feature.ts';
import { filesStyles } from './files.styles.ts';

/** Our own, made of the bytes that came. */
const BLOB = /^blob:/;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The files of answers: pictures from the addresses that `image-sources` allows, links with name and size to all others. */
export class Files {
  readonly #chat: Chat;
  /** Addresses of pictures that did not come, as after a reload. */
  readonly #missing = new Set<string>();

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, filesStyles);
  }

  /** Under an answer; nothing where it has no files. */
  render({ parts }: ChatMessage): TemplateResult | typeof nothing {
    const files = parts.filter((part) => part.type === 'file');
    if (files.length === 0) return nothing;
    return html`<ul class="files" part="files">
      ${files.map((file) => html`<li>${this.#renderPicture(file) ?? this.#renderLink(file)}</li>`)}
    </ul>`;
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
      alt=${nameOf(file)}
      src=${address}
      @error=${() => this.#handleMissing(url)}
    />`;
  }

  #renderLink(file: FilePart): TemplateResult {
    const name = nameOf(file);
    const size = this.#sizeOf(file);
    // It comes with the first answer, and has the panel drawn anew.
    const link = renderer.of(this.#chat).current?.describeLink(file.url, name, {});
    if (!link) return html`<span part="file" dir="auto">${name}</span> ${size}`;
    const { href, rel, target } = link.attributes;
    return html`<a part="file" dir="auto" href=${href} rel=${rel} target=${target ?? nothing}>${name}</a
      >${link.note} ${size}`;
  }

  #sizeOf({ size }: FilePart): string {
    if (size === undefined || size <= 0) return '';
    const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
    const unit = UNITS[power] ?? 'byte';
    const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
    return `(${new Intl.NumberFormat(this.#chat.strings.language, format).format(size / 1_000 ** power)})`;
  }

  #handleMissing(url: string): void {
    this.#missing.add(url);
    this.#chat.redraw();
  }
}

/** Its name, else what its address ends with, else its type. */
function nameOf({ name, url, mediaType }: FilePart): string {
  const last = URL.canParse(url) && !BLOB.test(url) ? new URL(url).pathname.split('/').at(-1) : '';
  return name || last || mediaType.replace('/*', '') || '?';
}
