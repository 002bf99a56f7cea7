import type { ReactiveController } from '@lit/reactive-element';
import { addStyles } from '../../base/css.ts';
import type { NoticesHost } from '../../element/notices-host.ts';
import { noticesStyles } from './notices.styles.ts';
import { Teaser } from './teaser.ts';
import { Unread } from './unread.ts';

/** Unread answers and the teaser at the closed launcher. */
export class Notices implements ReactiveController {
  readonly #unread: Unread;
  readonly #teaser: Teaser;

  constructor(host: NoticesHost) {
    addStyles(host.renderRoot as ShadowRoot, noticesStyles);
    this.#unread = new Unread(host);
    this.#teaser = new Teaser(host);
    host.addController(this);
  }

  /** An answer has ended that the visitor may not have seen. */
  addUnread(): void {
    this.#unread.add();
  }

  /** Shows the words of `teaser`, once the visitor does nothing else. */
  showTeaser(): void {
    this.#teaser.show();
  }

  hostUpdated(): void {
    this.#unread.follow();
    this.#teaser.follow();
  }

  hostDisconnected(): void {
    this.#teaser.end();
  }
}

/** Makes the notices of an element. */
export function createNotices(host: NoticesHost): Notices {
  return new Notices(host);
}
