import type { ChatPanel, LoadingPanel, Notices, SearchOpener } from './chat-panel.ts';
import type { ChatStorage } from './chat-storage.ts';
import type { ChatSettingsElement } from './chat-settings-element.ts';
import type { ColorScheme } from './color-scheme.ts';
import type { ElementPreset } from './element-preset.ts';
import type { LauncherLoader } from './launcher-loader.ts';
import type { NoticesLoader } from './notices-loader.ts';
import type { PartLoader } from './part-loader.ts';

/** The element as its panel, its launcher and its notices see it: the settings, and members that they use. */
export interface ChatHost extends ChatSettingsElement {
  readonly environment: ElementEnvironment;
  /** The element in the shadow root that contains the panel. */
  readonly panelContainer: HTMLElement;
  /** Language of the interface, resolved from the element and the page. */
  readonly language: string;
  /** The color scheme in which the chat is drawn. */
  readonly colorScheme: ColorScheme;
  /** Whether there is something to search or to ask. */
  readonly hasBackend: boolean;
  /** Whether there is something that answers questions. */
  readonly canAnswer: boolean;
  /**
   * Whether the panel can be opened and closed above the page: not in mode `inline` or `page`, and not inside the search
   * dialog.
   */
  readonly isFloating: boolean;
  /** Whether the panel is inside the search dialog. Set by that dialog. */
  isInDialog: boolean;
  /** Loads the code that a floating chat needs besides its launcher, such as the frame shown while the panel's code loads. */
  readonly launcher: LauncherLoader<ChatHost>;
  /** Loads the notices at the closed launcher: unread answers and the teaser. */
  readonly notices: NoticesLoader;
  /** Loads the code that opens the search. */
  readonly searching: PartLoader<SearchOpener>;
  /** The chat's storage; it throws until the visitor has agreed, where consent is asked for. */
  readonly storage: ChatStorage;
  show(): void;
  hide(): void;
  /** Restores whether the floating chat was open on the last page in this tab. */
  restoreOpen(): void;
  /** Creates the panel, which continues an answer that an earlier page has left. */
  loadPanel(): Promise<ChatPanel | undefined>;
  /** Determines the color scheme again, and redraws the chat if it has changed. */
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

/** Options from the entry that defines the element (a module, the script tag). Set before the first element is created. */
export interface ElementEnvironment extends ElementPreset {
  /** Loads the panel's code. */
  readonly loadPanel: () => Promise<PanelModule>;
  /** Loads the code of the notices. */
  readonly loadNotices: () => Promise<NoticesModule>;
  /** Loads the code that opens the search. */
  readonly loadSearch: () => Promise<SearchModule>;
  /** Loads the code that a floating chat needs besides its launcher. */
  readonly loadLauncher: () => Promise<LauncherModule>;
}
