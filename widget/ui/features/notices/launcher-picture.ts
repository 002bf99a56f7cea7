import { gatePicture } from '../../../markdown/url-gate.ts';
import { readWords } from '../../base/read-lists.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/** The `avatar` picture on the launcher. It replaces the icon once it has loaded. */
export class LauncherPicture {
  readonly #host: ChatHost;
  readonly #picture = document.createElement('img');

  constructor(host: ChatHost) {
    this.#host = host;
    const picture = this.#picture;
    Object.assign(picture, { alt: '', draggable: false, referrerPolicy: 'no-referrer', hidden: true });
    for (const type of ['load', 'error'])
      picture.addEventListener(type, () => (picture.hidden = type === 'error'));
    host.renderRoot.querySelector('.launcher slot')?.prepend(picture);
  }

  /** Shows the picture that the settings name, if it is allowed. */
  follow(): void {
    const { avatar, imageSources, storage } = this.#host;
    // Without consent nothing may be loaded from other origins.
    const url = gatePicture(avatar, storage.isAllowed ? readWords(imageSources) : []);
    if ((url ?? null) === this.#picture.getAttribute('src')) return;
    this.#picture.hidden = true;
    if (url === undefined) this.#picture.removeAttribute('src');
    else this.#picture.src = url;
  }
}
