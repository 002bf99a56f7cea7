import { failureNotice } from '../base/failure-notice.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import { FALLBACK_STRINGS } from '../strings/launcher-label.table.ts';

/** After this wait for the panel's code, a notice is shown. */
const NOTICE_DELAY_MS = 15_000;

/**
 * Fills the panel's frame while the panel's code loads, and when it fails to load. `launcher.js` draws the content. If that
 * file does not load either, the failure notice is in English.
 */
export class AwaitedPanel {
  readonly #host: ChatHost;
  readonly #retry: () => void;
  #stage: 'loading' | 'failed' | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `retry` loads the panel again, or joins a request that still runs. */
  constructor(host: ChatHost, retry: () => void) {
    this.#host = host;
    this.#retry = retry;
  }

  /** Whether loading has failed, takes longer than 15 s, or creating the panel has failed. */
  get hasFailed(): boolean {
    return this.#stage === 'failed';
  }

  /** Call when the code begins to load. After 15 s it counts as failed, as in {@link fail}. */
  begin(): void {
    const { launcher } = this.#host;
    this.#setStage('loading');
    this.#timer = setTimeout(() => this.#setStage('failed'), NOTICE_DELAY_MS);
    if (!launcher.current) void launcher.load().then(() => this.#stage === 'loading' && this.#draw());
  }

  /** Call when the code did not load: shows the notice, with the strings of `launcher.js` if that loads. */
  async fail(): Promise<void> {
    await this.#host.launcher.load();
    this.#setStage('failed');
  }

  /**
   * Call when the code has loaded: passes the text typed meanwhile to the panel. The caller then draws the panel into the
   * frame.
   */
  end(panel: ChatPanel): void {
    this.#setStage(undefined);
    const { launcher, disabled } = this.#host;
    const { box } = launcher.current ?? {};
    if (!box?.value) return;
    if (box.readOnly && !disabled) void panel.send(box.value);
    else panel.draft += box.value;
    box.value = '';
    box.readOnly = false;
  }

  #setStage(stage: 'loading' | 'failed' | undefined): void {
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
    const words = current?.strings ?? { language: 'en', ...FALLBACK_STRINGS, ...strings };
    const notice = failureNotice(words, () => {
      // The button is removed and would lose focus.
      panelContainer.focus();
      this.begin();
      this.#retry();
    });
    if (current) current.show(notice);
    else panelContainer.replaceChildren(notice);
  }
}
