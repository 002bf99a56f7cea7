import type { ReactiveController } from '@lit/reactive-element';
import { whenShownAgain } from '../../../transport/clock.ts';
import { addStyles } from '../../base/css.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { Notices } from '../../element/chat-panel.ts';
import { LauncherPicture } from './launcher-picture.ts';
import { noticesStyles } from './notices.styles.ts';
import { Teaser } from './teaser.ts';
import { Unread } from './unread.ts';

/** The picture on the launcher, and, while the chat is closed, unread answers and the teaser. */
class LauncherNotices implements Notices, ReactiveController {
  readonly #picture: LauncherPicture;
  readonly #unread: Unread;
  readonly #teaser: Teaser;
  #end: () => void = () => undefined;

  constructor(host: ChatHost) {
    addStyles(host.renderRoot as ShadowRoot, noticesStyles);
    this.#picture = new LauncherPicture(host);
    this.#picture.follow();
    this.#unread = new Unread(host);
    this.#teaser = new Teaser(host);
    host.addController(this);
  }

  addUnread(): void {
    this.#unread.add();
  }

  showTeaser(): void {
    this.#teaser.show();
  }

  hostConnected(): void {
    this.#end = whenShownAgain(() => this.#unread.reread());
  }

  hostUpdated(): void {
    this.#picture.follow();
    this.#unread.follow();
    this.#teaser.follow();
  }

  hostDisconnected(): void {
    this.#teaser.end();
    this.#end();
  }
}

/** Creates the notices of an element. */
export function createNotices(host: ChatHost): Notices {
  return new LauncherNotices(host);
}
