import type { ChatPanel, LoadingPanel, Notices, SearchOpener } from './chat-panel.ts';
import type { ChatStorage } from './chat-storage.ts';
import type { ChatSettingsElement } from './chat-settings-element.ts';
import type { ColorScheme } from './color-scheme.ts';
import type { ElementPreset } from './element-preset.ts';
import type { LauncherLoader } from './launcher-loader.ts';
import type { NoticesLoader } from './notices-loader.ts';
import type { PartLoader } from './part-loader.ts';

/** The element as its panel, its launcher and its notices see it: its settings, and the members that they call. */
export interface ChatHost extends ChatSettingsElement {
  readonly environment: ElementEnvironment;
  /** Where the panel renders: inside the element's shadow root. */
  readonly panelContainer: HTMLElement;
  /** Language of the interface, resolved from the element and the page. */
  readonly language: string;
  /** The scheme it is drawn in. */
  readonly colorScheme: ColorScheme;
  /** There is something to search or to ask. */
  readonly hasBackend: boolean;
  /** There is something that answers questions. */
  readonly canAnswer: boolean;
  /** The panel opens and closes, and stands above the page: not `inline`, not `page`, and not in the dialog of the search. */
  readonly isFloating: boolean;
  /** The panel stands in the dialog of the search, which sets this. */
  isInDialog: boolean;
  /** What is needed besides the launcher, such as what stands in the panel's place while its code loads. */
  readonly launcher: LauncherLoader<ChatHost>;
  /** Unread answers and the teaser at the closed launcher. */
  readonly notices: NoticesLoader;
  /** What opens the search. */
  readonly searching: PartLoader<SearchOpener>;
  /** The gate to everything that is stored; closed until the visitor has agreed. */
  readonly storage: ChatStorage;
  show(): void;
  hide(): void;
  /** Opens or closes a floating chat as the visitor has left it on the tab's last page. */
  restoreOpen(): void;
  /** Makes the panel, which goes on with an answer that an earlier page was left with. */
  loadPanel(): Promise<ChatPanel | undefined>;
  /** Reads the scheme of the page again, and draws the chat anew where it is another. */
  checkColorScheme(): void;
}

/** The module of the panel. */
export interface PanelModule {
  createPanel(host: ChatHost): Promise<ChatPanel>;
}

/** The module of the notices at the closed launcher: unread answers and the teaser. */
export interface NoticesModule {
  createNotices(host: ChatHost): Notices;
}

/** The module that opens the search. */
export interface SearchModule {
  attachSearch(host: ChatHost): SearchOpener;
}

/** The module that every floating chat loads when its page is idle. */
export interface LauncherModule {
  attachLauncher(host: ChatHost): LoadingPanel;
}

/** Options from the entry that brings the element (a module, the script tag): one object, set before the first element is made. */
export interface ElementEnvironment extends ElementPreset {
  /** Fetches the panel's code. */
  readonly loadPanel: () => Promise<PanelModule>;
  /** Fetches the code of notices. */
  readonly loadNotices: () => Promise<NoticesModule>;
  /** Fetches the code that opens the search. */
  readonly loadSearch: () => Promise<SearchModule>;
  /** Fetches what a floating chat needs besides its launcher. */
  readonly loadLauncher: () => Promise<LauncherModule>;
}
