import type { ChatSettingsElement } from './chat-settings-element.ts';
import type { NoticesLoader } from './notices-loader.ts';

/** The parts of the element that `launcher.js` needs. */
export interface LauncherHost extends ChatSettingsElement {
  readonly hasBackend: boolean;
  /** BCP 47 tag. */
  readonly language: string;
  /** In the frame that holds the launcher. */
  readonly panelContainer: HTMLElement;
  readonly notices: NoticesLoader;
  hide(): void;
}

/** Stands in the panel's frame while the panel's code is on its way. */
export interface LoadingPanel {
  /** Names the launcher of an open chat. */
  readonly closeChat: string;
  /** Draws a header, and the outlines of the rest. */
  showLoading(): void;
  /** Draws a header, and that the code did not come, with a button for another try. */
  showFailure(retry: () => void): void;
}
