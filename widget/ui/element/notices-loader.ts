import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { attempt } from '../../conversation/attempt.ts';
import { storageKey } from '../../conversation/storage-key.ts';
import type { Notices, NoticesHost } from './notices-host.ts';
import type { ElementEnvironment } from './element-environment.ts';

type LoaderHost = NoticesHost &
  ReactiveControllerHost & {
    readonly environment: ElementEnvironment;
    readonly hasBackend: boolean;
    readonly teaserDelay: number;
  };

/** Loads the notices at the closed launcher when there is a first one: an answer that was not read, or the teaser. */
export class NoticesLoader implements ReactiveController {
  readonly #host: LoaderHost;
  #notices: Promise<Notices | undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasOpened = false;

  constructor(host: LoaderHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The notices; undefined where their code does not come, which the next call tries again. */
  async load(): Promise<Notices | undefined> {
    this.#notices ??= this.#host.environment.loadNotices?.().then(
      ({ createNotices }) => createNotices(this.#host),
      () => (this.#notices = undefined),
    );
    return this.#notices;
  }

  /** Notes that the chat was opened: it needs no teaser any more. */
  noteOpened(): void {
    this.#hasOpened = true;
  }

  async hostConnected(): Promise<void> {
    await this.#host.updateComplete;
    // It is where the conversation is: in one of the two.
    const key = storageKey(this.#host.instance, 'unread');
    if (attempt(() => sessionStorage.getItem(key) ?? localStorage.getItem(key))) void this.load();
  }

  hostUpdated(): void {
    const { isConnected, mode, hasBackend, teaser, teaserDelay } = this.#host;
    if (isConnected && teaser && mode === 'floating' && hasBackend)
      this.#timer ??= setTimeout(() => void this.#showTeaser(), teaserDelay);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #showTeaser(): Promise<void> {
    if (!this.#hasOpened) (await this.load())?.showTeaser();
  }
}
