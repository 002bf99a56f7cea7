import { imageAddress } from '../../../markdown/url-gate.ts';
import type { FilePart } from '../../../protocol/chat-message.ts';
import { addStyles, css } from '../../base/css.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { readWords } from '../../base/read-lists.ts';
import type { Chat } from '../../feature/chat.ts';
import { renderer } from '../renderer/feature.ts';

/** Our own, made of the bytes that came. */
const BLOB = /^blob:/;

/** The functions that files of questions and files of answers share. */
interface CommonFiles {
  isMissing(url: string): boolean;
  handleMissing(url: string): void;
  sizeOf(file: FilePart): string;
}

const styles = css`
  .files:not(.asked-files) li {
    margin-block-start: 8px;
    overflow-wrap: anywhere;
  }
  .files:not(.asked-files) img {
    display: block;
    max-inline-size: 100%;
    block-size: auto;
    border-radius: 8px;
  }
`;

/** A file of an answer: a picture from an address that `image-sources` allows, else a link with its name and size. */
export class AnsweredFile {
  readonly #chat: Chat;
  readonly #files: CommonFiles;

  constructor(chat: Chat, files: CommonFiles) {
    this.#chat = chat;
    this.#files = files;
    addStyles(chat.host.renderRoot as ShadowRoot, styles);
  }

  render(file: FilePart): TemplateResult {
    return this.#renderPicture(file) ?? this.#renderLink(file);
  }

  #renderPicture(file: FilePart): TemplateResult | undefined {
    const { host } = this.#chat;
    const { url, mediaType } = file;
    if (!mediaType.startsWith('image/') || this.#files.isMissing(url)) return undefined;
    const imageSources = host.storage.isAllowed ? readWords(host.imageSources) : [];
    const address = BLOB.test(url) ? url : imageAddress(url, { imageSources });
    if (address === undefined) return undefined;
    return html`<img
      part="file"
      referrerpolicy="no-referrer"
      loading="lazy"
      alt=${fileName(file)}
      src=${address}
      @error=${() => this.#files.handleMissing(url)}
    />`;
  }

  #renderLink(file: FilePart): TemplateResult {
    const name = fileName(file);
    const size = this.#sizeOf(file);
    // The code of the renderer loads with the first answer, and then redraws the panel.
    const link = renderer.of(this.#chat).current?.describeLink(file.url, name, {});
    if (!link) return html`<span part="file" dir="auto">${name}</span> ${size}`;
    const { href, rel, target } = link.attributes;
    return html`<a part="file" dir="auto" href=${href} rel=${rel} target=${target ?? nothing}>${name}</a
      >${link.note} ${size}`;
  }

  #sizeOf(file: FilePart): string {
    const size = this.#files.sizeOf(file);
    return size && `(${size})`;
  }
}

/** Its name, else what its address ends with, else its type. */
function fileName({ name, url, mediaType }: FilePart): string {
  const last =
    URL.canParse(url) && !/^(?:blob|data):/.test(url) ? new URL(url).pathname.split('/').at(-1) : '';
  return name || last || mediaType.replace('/*', '') || '?';
}
