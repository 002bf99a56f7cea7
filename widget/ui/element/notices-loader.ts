import type { Notices } from './chat-panel.ts';

/** What the loader needs of the element; `notices.js` is given the whole of it. */
interface NoticesHost<Host> {
  readonly environment: {
    readonly loadNotices: () => Promise<{ createNotices(host: Host): Notices }>;
  };
}

/** Loads the notices at the launcher when there is a first one: a picture, an answer that was not read, or the teaser. */
export class NoticesLoader<Host extends NoticesHost<Host>> {
  readonly #host: Host;
  #notices: Promise<Notices | undefined> | undefined;
  /** Whether the chat was opened: it needs no teaser any more. */
  hasOpened = false;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The notices; undefined where their code does not come, which the next call tries again. */
  async load(): Promise<Notices | undefined> {
    this.#notices ??= this.#host.environment.loadNotices().then(
      ({ createNotices }) => createNotices(this.#host),
      () => (this.#notices = undefined),
    );
    return this.#notices;
  }
}
