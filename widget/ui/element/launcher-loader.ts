import type { ReactiveController } from '@lit/reactive-element';
import { whenIdle } from '../base/when-idle.ts';
import type { ChatSettingsElement } from './chat-settings-element.ts';
import type { LoadingPanel } from './chat-panel.ts';

/** What the loader needs of the element; `launcher.js` is given the whole of it. */
interface LauncherHost<Host> extends ChatSettingsElement {
  readonly hasBackend: boolean;
  readonly isFloating: boolean;
  readonly environment: {
    readonly loadLauncher: () => Promise<{ attachLauncher(host: Host): LoadingPanel }>;
  };
}

/** From the first of these on, a page may have something at its bottom, and has time. */
const REASONS = ['load', 'scroll', 'click', 'keydown'];

/** Loads what a floating chat or a search needs besides its launcher, when the page is idle; and for any chat that is about to be opened. */
export class LauncherLoader<Host extends LauncherHost<Host>> implements ReactiveController {
  readonly #host: Host;
  #loading: Promise<LoadingPanel | undefined> | undefined;
  /** The panel to show while the panel's code loads; undefined until {@link load} has brought it. */
  current: LoadingPanel | undefined;
  #waiting: AbortController | undefined;
  #key: KeyboardEvent | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Brings it; undefined where it does not come, which the next call and the next network try again. */
  load(): Promise<LoadingPanel | undefined> {
    return (this.#loading ??= this.#host.environment.loadLauncher().then(
      ({ attachLauncher }) => {
        this.current = attachLauncher(this.#host);
        // Notices, and keys that open the search, are looked for at each update.
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

  /** The last key that was pressed up to now; the search follows its own keys from here on. */
  takeKey(): KeyboardEvent | undefined {
    this.#waiting?.abort();
    return this.#key;
  }

  hostUpdated(): void {
    const { isConnected, hasBackend, isFloating, hotkey, openOn } = this.#host;
    if (!isConnected || !hasBackend || !(isFloating || hotkey || openOn) || this.#waiting) return;
    const waiting = (this.#waiting = new AbortController());
    const options = { capture: true, passive: true, signal: waiting.signal };
    const handleReason = (): void => {
      for (const reason of REASONS) removeEventListener(reason, handleReason, options);
      whenIdle(() => void this.load());
    };
    for (const reason of REASONS) addEventListener(reason, handleReason, options);
    if (document.readyState === 'complete') handleReason();
    if (hotkey) addEventListener('keydown', (event) => (this.#key = event), options);
  }

  hostDisconnected(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }
}
