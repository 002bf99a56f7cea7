import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import type { ChatHost } from '../element/chat-host.ts';
import type { ChatPanel } from '../element/chat-panel.ts';
import { whenIdle } from '../base/when-idle.ts';

type LoaderHost = ReactiveControllerHost &
  Pick<ChatHost, 'isFloating' | 'mode' | 'loading' | 'hasBackend' | 'isConnected' | 'panelContainer'>;

declare global {
  interface Navigator {
    /** https://wicg.github.io/savedata/; Chromium only. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Decides when the panel's code is loaded, and loads it once. */
export class PanelLoader implements ReactiveController {
  readonly #host: LoaderHost;
  readonly #fetch: () => Promise<unknown>;
  readonly #create: () => Promise<ChatPanel | undefined>;
  #panel: Promise<ChatPanel | undefined> | undefined;
  #observer: IntersectionObserver | undefined;
  /** The `mode` and `loading` for which loading is scheduled. */
  #scheduled = '';

  /** `fetch` loads the code into the browser's cache; `create` creates the panel, and shows its own failure. */
  constructor(host: LoaderHost, fetch: () => Promise<unknown>, create: () => Promise<ChatPanel | undefined>) {
    this.#host = host;
    this.#fetch = fetch;
    this.#create = create;
    host.addController(this);
  }

  /**
   * The panel, created at the first call. Undefined without a backend, and when loading has failed; the next call tries again.
   */
  async load(): Promise<ChatPanel | undefined> {
    if (!this.#host.hasBackend) return undefined;
    return (this.#panel ??= this.#create().catch((error: unknown) => {
      this.#panel = undefined;
      // oxlint-disable-next-line no-console -- the site's developer must learn why there is no chat
      console.error('<cf-ai-chat>: the panel could not be loaded.', error);
      return undefined;
    }));
  }

  /**
   * Loads the code in advance, unless the visitor saves data. Silent on failure: `load` will fail too, and report it.
   */
  preload(): void {
    if (!this.#panel && !navigator.connection?.saveData) this.#fetch().catch(() => undefined);
  }

  /** Call after the panel was disposed, so that the next `load` creates a new one. */
  reset(): void {
    this.#panel = undefined;
    this.#scheduled = '';
  }

  hostUpdated(): void {
    const { isFloating, mode, loading, isConnected, hasBackend } = this.#host;
    if (!isConnected || !hasBackend || this.#scheduled === mode + loading) return;
    this.hostDisconnected();
    this.#scheduled = mode + loading;
    if (!isFloating) this.#loadNearView();
    else if (loading === 'eager') void this.load();
    else if (loading === 'idle') this.#preloadWhenIdle();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#scheduled = '';
  }

  #loadNearView(): void {
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.#observer?.disconnect();
        void this.load();
      },
      { rootMargin: '100%' },
    );
    this.#observer.observe(this.#host.panelContainer);
  }

  #preloadWhenIdle(): void {
    const start = (): void => whenIdle(() => this.preload());
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
  }
}
