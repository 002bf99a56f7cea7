import type { Settings } from './apply-settings.ts';
import type { ChatHost, LoadingPanel, Notices, PanelModule } from './chat-panel.ts';

/** The module of the notices at the closed launcher: unread answers and the teaser. */
export interface NoticesModule {
  createNotices(host: ChatHost): Notices;
}

/** The module that every floating chat loads when its page is idle. */
export interface LauncherModule {
  attachLauncher(host: ChatHost): LoadingPanel;
}

/** Options from the entry that brings the element (a module, the script tag): one object, set before the first element is made. */
export interface ElementEnvironment {
  /** Fetches the panel's code. */
  readonly loadPanel: () => Promise<PanelModule>;
  /** Fetches the code of notices. */
  readonly loadNotices: () => Promise<NoticesModule>;
  /** Fetches what a floating chat needs besides its launcher. */
  readonly loadLauncher: () => Promise<LauncherModule>;
  /** Settings that every element starts from, such as those of the script tag. */
  readonly defaults: Settings;
  /** Address of Turnstile's script, if not at Cloudflare. */
  readonly turnstileScript?: string;
}
