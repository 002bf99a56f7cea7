import type { ReactiveController } from '@lit/reactive-element';
import { whenIdle } from '../base/when-idle.ts';
import type { ChatSettingsElement } from './chat-settings-element.ts';
import type { LoadingPanel } from './chat-panel.ts';

/** The members of the element that this loader uses. `launcher.js` receives the whole element. */
interface LauncherHost<Host> extends ChatSettingsElement {
  readonly hasBackend: boolean;
  readonly isFloating: boolean;
  readonly environment: {
    readonly loadLauncher: () => Promise<{ attachLauncher(host: Host): LoadingPanel }>;
  };
}

/** Events after which `launcher.js` is loaded. After them the page has loaded, or the visitor is using it. */
const USE_EVENTS = ['load', 'scroll', 'click', 'keydown'];

/**
 * Loads `launcher.js`: the code that a floating chat or a search needs besides its launcher. Loads it when the page is idle,
 * and for any chat that is about to open.
 */
export class LauncherLoader<Host extends LauncherHost<Host>> implements ReactiveController {
  readonly #host: Host;
  #loading: Promise<LoadingPanel | undefined> | undefined;
  /** The content of the panel's frame while the panel's code loads; undefined until {@link load} has resolved. */
  current: LoadingPanel | undefined;
  #listening: AbortController | undefined;
  #key: KeyboardEvent | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /**
   * Loads `launcher.js`. Resolves to undefined where that fails; the next call tries again, and so does the loader once the
   * network returns.
   */
  load(): Promise<LoadingPanel | undefined> {
    return (this.#loading ??= this.#host.environment.loadLauncher().then(
      ({ attachLauncher }) => {
        this.current = attachLauncher(this.#host);
        // At each update the code checks for notices, and for keys that open the search.
        this.#host.requestUpdate();
        return this.current;
      },
      () => {
        this.#loading = undefined;
        addEventListener('online', () => void this.load(), { once: true });
        return undefined;
      },
    ));
  }

  /** The last key pressed before the search's own key listener is added. Ends the listening here. */
  takeKey(): KeyboardEvent | undefined {
    this.#listening?.abort();
    return this.#key;
  }

  hostUpdated(): void {
    const { isConnected, hasBackend, isFloating, hotkey, openOn } = this.#host;
    if (!isConnected || !hasBackend || !(isFloating || hotkey || openOn) || this.#listening) return;
    const listening = (this.#listening = new AbortController());
    const options = { capture: true, passive: true, signal: listening.signal };
    const handleUse = (): void => {
      for (const type of USE_EVENTS) removeEventListener(type, handleUse, options);
      whenIdle(() => void this.load());
    };
    for (const type of USE_EVENTS) addEventListener(type, handleUse, options);
    if (document.readyState === 'complete') handleUse();
    if (hotkey) addEventListener('keydown', (event) => (this.#key = event), options);
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }
}
