import type { ReactiveControllerHost } from '@lit/reactive-element';
import type { NoticesLoader } from './notices-loader.ts';
import type { StringOverrides } from '../words/strings.ts';

/** The parts of the element that `launcher.js` needs. */
export interface LauncherHost extends ReactiveControllerHost, HTMLElement {
  readonly mode: 'floating' | 'inline' | 'page';
  readonly open: boolean;
  readonly instance: string;
  readonly teaser: string;
  readonly teaserDelay: number;
  readonly hasBackend: boolean;
  readonly heading: string;
  readonly strings: StringOverrides | undefined;
  /** BCP 47 tag. */
  readonly language: string;
  readonly renderRoot: HTMLElement | DocumentFragment;
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
