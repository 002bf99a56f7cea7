import { failureNotice } from '../base/failure-notice.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import { LAST_STRINGS } from '../words/launcher-label.table.ts';

/** Longest wait for the panel's code that goes without words. */
const PATIENCE_MS = 15_000;

/**
 * What stands in the panel's frame while the panel's code is on its way, and when it does not come. It is drawn by `launcher.js`; where
 * that does not come either, the failure is told in English.
 */
export class AwaitedPanel {
  readonly #host: ChatHost;
  readonly #retry: () => void;
  #stage: 'loading' | 'failed' | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `retry` loads the panel once more, or joins the request that still runs. */
  constructor(host: ChatHost, retry: () => void) {
    this.#host = host;
    this.#retry = retry;
  }

  /** The code did not come, or not yet after 15 s, or made no panel. */
  get hasFailed(): boolean {
    return this.#stage === 'failed';
  }

  /** The code is on its way; after 15 s, as in {@link fail}. */
  begin(): void {
    const { launcher } = this.#host;
    this.#enter('loading');
    this.#timer = setTimeout(() => this.#enter('failed'), PATIENCE_MS);
    if (!launcher.current) void launcher.load().then(() => this.#stage === 'loading' && this.#draw());
  }

  /** The code did not come: says so, in the words of `launcher.js` if it comes. */
  async fail(): Promise<void> {
    await this.#host.launcher.load();
    this.#enter('failed');
  }

  /** The code is here: gives the panel what was typed meanwhile. The caller draws it into the frame. */
  end(panel: ChatPanel): void {
    this.#enter(undefined);
    const { launcher, disabled } = this.#host;
    const { box } = launcher.current ?? {};
    if (!box?.value) return;
    if (box.readOnly && !disabled) void panel.send(box.value);
    else panel.draft += box.value;
    box.value = '';
    box.readOnly = false;
  }

  #enter(stage: 'loading' | 'failed' | undefined): void {
    clearTimeout(this.#timer);
    this.#stage = stage;
    this.#host.panelContainer.ariaBusy = stage === 'loading' ? 'true' : null;
    if (stage) this.#draw();
  }

  #draw(): void {
    const { panelContainer, launcher, strings } = this.#host;
    const { current } = launcher;
    if (this.#stage === 'loading') {
      if (current) current.showLoading();
      else panelContainer.replaceChildren();
      return;
    }
    const words = current?.strings ?? { language: 'en', ...LAST_STRINGS, ...strings };
    const notice = failureNotice(words, () => {
      // The button goes away, and focus with it.
      panelContainer.focus();
      this.begin();
      this.#retry();
    });
    if (current) current.show(notice);
    else panelContainer.replaceChildren(notice);
  }
}
