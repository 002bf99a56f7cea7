import type { ElementEnvironment } from '../ui/element/chat-host.ts';

/** The environment that a script tag gives the element. All script tags on the page share it, even those of other releases. */
export interface ScriptEnvironment extends ElementEnvironment {
  loadPanel: ElementEnvironment['loadPanel'];
  loadSearch: ElementEnvironment['loadSearch'];
  loadNotices: ElementEnvironment['loadNotices'];
  loadLauncher: ElementEnvironment['loadLauncher'];
  defaults: ElementEnvironment['defaults'];
  /** How many times the panel failed to load. */
  panelFailures: number;
  /** Version and settings of the tag that ran last, to notice a library that runs the same tag again. */
  scriptTag: string;
}
